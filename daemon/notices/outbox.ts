import type { Context } from '../context.ts';
import { keepInOutbox } from '../outbox/keep.ts';
import type { NoticeProvider } from './notice.ts';

/** The default: notices stay on this machine, where the owner reads them in the outbox. */
export function outboxProvider(kind: 'email' | 'sms', context: () => Context): NoticeProvider {
  return {
    async deliver(transaction, notice) {
      const parts = context();
      await keepInOutbox(parts, transaction, {
        kind,
        purpose: notice.purpose,
        from: kind === 'email' ? `no-reply@${parts.config.platformDomain}` : 'agentmail',
        to: notice.to,
        subject: notice.subject,
        text: notice.text,
        html: null,
        raw: null,
        accountId: notice.accountId,
        messageId: null,
      });
      return 'sent';
    },
  };
}
