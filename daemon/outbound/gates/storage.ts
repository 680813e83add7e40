import { assertRoomFor } from '../../accounts/storage.ts';
import type { Gate } from './gate.ts';

/** The account has room for the message; its files were counted when they were uploaded. */
export const storage: Gate = {
  name: 'storage',
  check: ({ db, submission }) =>
    assertRoomFor(db, submission.principal.account.id, Buffer.byteLength(submission.body)),
};
