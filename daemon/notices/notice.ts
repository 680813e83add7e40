import type { z } from 'zod';
import type { outboxPurpose } from '../../shared/contract/operator.ts';
import type { Transaction } from '../store/store.ts';

/** Mail and text messages of the service itself: codes, links, alerts. */
export interface Notice {
  readonly purpose: z.output<typeof outboxPurpose>;
  /** An email address or a phone number. */
  readonly to: string;
  readonly subject: string | null;
  readonly text: string;
  readonly accountId: string | null;
}

/** `sent` is out of our hands, `pending` is queued as durably as the transaction. */
export type NoticeOutcome = 'sent' | 'pending';

/** Who carries notices; it takes them over inside the transaction that makes them necessary. */
export interface NoticeProvider {
  deliver(transaction: Transaction, notice: Notice): Promise<NoticeOutcome>;
}

/** Who carries the mail and the text messages of the service itself. */
export interface Notices {
  readonly email: NoticeProvider;
  readonly sms: NoticeProvider;
}
