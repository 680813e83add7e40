import { scheduleRetry } from '../../../platform/system/schedule-retry.ts';
import { trackWork } from '../../../platform/system/track-work.ts';
import type { MailContext } from '../../context.ts';
import { scanStaged } from './scan.ts';

/** Scans an upload in the background and retries failures. Never rejects. */
export async function scanUnattended(context: MailContext, id: string): Promise<void> {
  try {
    await trackWork(context.dispatches, scanStaged(context, id));
  } catch (error) {
    context.log.error({ err: error, attachment_id: id }, 'upload not scanned, will retry');
    scheduleRetry(context, () => scanUnattended(context, id));
  }
}

/** Resumes scans, one after the other. */
export async function resumeStagedScans(context: MailContext, ids: readonly string[]): Promise<void> {
  for (const id of ids) await scanUnattended(context, id);
}
