import { z } from 'zod';
import type { Queries } from '../../platform/store/store.ts';
import { MINUTE } from '../../platform/system/clock.ts';
import type { MailContext } from '../context.ts';
import type { Purged } from './delete-content.ts';

/** Files of deleted messages. A job retries those that can't be removed at once. */

export const BLOB_REMOVAL = 'message.blobs.remove';

const jobPayload = z.object({
  message_id: z.string(),
  raw: z.string().nullable(),
  files: z.array(z.string()),
});

/** Blobs whose files are still there. */
export interface LeftBlobs {
  readonly raw: boolean;
  readonly blobs: readonly string[];
}

/** Removes the files; returns those that a later job has to remove. */
export async function removeBlobs(
  context: MailContext,
  { id, accountId }: { readonly id: string; readonly accountId: string },
  { rawFile, files }: Pick<Purged, 'rawFile' | 'files'>,
): Promise<LeftBlobs> {
  const { blobs } = context.store;
  const raw = rawFile !== null && !(await blobs.removeBytes(rawFile)) ? rawFile : null;
  const left: string[] = [];
  for (const file of files) if (!(await blobs.removeBytes(file))) left.push(file);
  if (raw === null && left.length === 0) return { raw: false, blobs: [] };
  await context.store.write('none', (transaction) =>
    transaction.schedule({
      kind: BLOB_REMOVAL,
      accountId,
      dueAt: transaction.now + MINUTE,
      payload: { message_id: id, raw, files: left },
    }),
  );
  return leftOf(raw, left);
}

/** The later job. It fails, and is retried, while a file is left. */
export async function removeLeftBlobs({ store }: Pick<MailContext, 'store'>, raw: unknown): Promise<void> {
  const payload = jobPayload.parse(raw);
  for (const file of leftOf(payload.raw, payload.files).blobs) {
    if (!(await store.blobs.removeBytes(file))) throw new Error(`the file of blob ${file} can't be removed`);
  }
}

/** Jobs that remove objects from a bucket at once. */
export const REMOVALS_AT_ONCE = 4;

const objectPayload = z.object({ id: z.string() });

/** The job that removes the object of a deleted blob. */
export async function removeObject({ store }: Pick<MailContext, 'store'>, raw: unknown): Promise<void> {
  const { id } = objectPayload.parse(raw);
  if (!(await store.blobs.removeBytes(id))) throw new Error(`the object of blob ${id} can't be removed yet`);
}

/** Blobs of a deleted message that a job still has to remove. */
export async function blobsLeftOf(db: Queries, messageId: string): Promise<LeftBlobs> {
  const jobs = await db.selectFrom('jobs').select('payload').where('kind', '=', BLOB_REMOVAL).execute();
  for (const { payload } of jobs) {
    const { message_id, raw, files } = jobPayload.parse(payload);
    if (message_id === messageId) return leftOf(raw, files);
  }
  return { raw: false, blobs: [] };
}

function leftOf(raw: string | null, files: readonly string[]): LeftBlobs {
  return { raw: raw !== null, blobs: raw === null ? files : [raw, ...files] };
}
