import type { z } from 'zod';
import type { outboxPurpose } from '../../shared/contract/operator.ts';
import type { Transaction } from '../platform/store/store.ts';

/** A mail or text message of the service itself: codes, links, alerts. */
export interface Notice {
  readonly purpose: z.output<typeof outboxPurpose>;
  /** An email address or a phone number. */
  readonly to: string;
  readonly subject: string | null;
  readonly text: string;
  readonly html?: string | undefined;
  readonly accountId: string | null;
}

/** `sent` left the daemon; `pending` is queued as durably as the transaction. */
export type NoticeOutcome = 'sent' | 'pending';

/** Sends notices; accepts them within the transaction that causes them. */
export interface NoticeProvider {
  deliver(transaction: Transaction, notice: Notice): Promise<NoticeOutcome>;
}

/** Providers of the service's mail and text messages. */
export interface Notices {
  readonly email: NoticeProvider;
  readonly sms: NoticeProvider;
}
