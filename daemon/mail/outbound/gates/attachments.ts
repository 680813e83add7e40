import { usableFiles } from '../../attachments/staging/usable.ts';
import { assertMayForwardFiles } from '../forward/file-rules.ts';
import type { Gate } from './gate.ts';

/** Its uploads exist, were scanned and may be sent. They are consumed later, with the new row. */
export const attachments: Gate = {
  name: 'attachments',
  passed: 'The message has no attachment that would be rejected.',
  trace: 'authoring',
  remedies: {},
  async check({ context, db, submission, at }) {
    const { principal, mailbox, attachmentIds: ids = [], draft, forwards } = submission;
    assertMayForwardFiles(principal.account, mailbox, forwards?.files ?? []);
    await usableFiles(db, {
      account: principal.account,
      mailbox,
      ids,
      draftId: draft?.id ?? null,
      now: at ?? context.clock.now(),
    });
  },
};
