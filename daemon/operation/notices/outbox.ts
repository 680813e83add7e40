import type { NoticeProvider } from '../../access/notice.ts';
import type { Context } from '../../context.ts';
import { keepInOutbox } from '../../mail/outbox/keep.ts';
import { noticeSender } from './sender.ts';

/** The default: notices stay in the operator's outbox. */
export function outboxProvider(kind: 'email' | 'sms', context: () => Context): NoticeProvider {
  return {
    async deliver(transaction, notice) {
      const parts = context();
      const sender = noticeSender(parts.config.platformDomain);
      await keepInOutbox(transaction, {
        kind,
        purpose: notice.purpose,
        from: kind === 'email' ? sender.address : sender.name,
        to: notice.to,
        subject: notice.subject,
        text: notice.text,
        html: notice.html ?? null,
        rawBlobId: null,
        accountId: notice.accountId,
        messageId: null,
      });
      return 'sent';
    },
  };
}
