import { resumeStagedScans } from './attachments/staging/scan.ts';
import type { Context } from './context.ts';
import { finishOutbound, trackDispatch } from './outbound/finish.ts';

/** Takes up what an earlier run left unfinished: accepted mail that was not read, sends that were not scanned. */
export async function recover(context: Context): Promise<void> {
  const rows = await context.store.read
    .selectFrom('messages')
    .select(['id', 'direction'])
    .where('state', 'in', ['received', 'scanning'])
    .orderBy('seq')
    .execute();
  if (rows.length > 0) context.log.info({ messages: rows.length }, 'taking up unfinished messages');
  resumeScans(context);
  for (const row of rows) {
    if (row.direction === 'inbound') context.intake.add(row.id);
    else await resume(context, row.id);
  }
}

/** Uploads that were not scanned; nobody waits for them, so they come beside everything else. */
function resumeScans(context: Context): void {
  trackDispatch(context, resumeStagedScans(context)).catch((error: unknown) => {
    context.log.error({ err: error }, 'unfinished scans of uploads could not be taken up');
  });
}

async function resume(context: Context, messageId: string): Promise<void> {
  try {
    await trackDispatch(context, finishOutbound(context, messageId));
  } catch (error) {
    context.log.error({ err: error, message_id: messageId }, 'an unfinished send could not be taken up');
  }
}
