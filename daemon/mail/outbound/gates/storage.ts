import { assertRoomFor } from '../../../rules/budgets/storage.ts';
import type { Gate } from './gate.ts';

/**
 * The account has room for the message. Files were counted when they were uploaded, drafts when they were
 * written.
 */
export const storage: Gate = {
  name: 'storage',
  passed: 'The account has storage left.',
  trace: 'send_budget',
  remedies: {
    STORAGE_QUOTA_EXCEEDED: 'Delete messages, or choose a plan with more storage.',
  },
  repeated: true,
  async check({ context, db, submission }) {
    const html = await submission.html?.sanitized(context);
    const bytes = submission.draft ? 0 : Buffer.byteLength(submission.body) + (html?.bytes ?? 0);
    await assertRoomFor(db, submission.principal.account.id, bytes);
  },
};
