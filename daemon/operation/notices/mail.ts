import { z } from 'zod';
import { outboxPurpose } from '../../../shared/contract/operator.ts';
import type { Notice, NoticeProvider } from '../../access/notice.ts';
import type { Context } from '../../context.ts';
import { composeMail } from '../../mail/outbound/compose.ts';
import type { RemoteDelivery } from '../../mail/outbound/transport.ts';
import { returnPath } from '../../network/domains/return-path.ts';
import { type DeliveryVerdict, NO_TURN } from '../../network/smtp-client/verdict.ts';
import { SERVICE_ACCOUNT } from '../../platform/store/lock-scope.ts';
import type { Queries } from '../../platform/store/store.ts';
import { DAY } from '../../platform/system/clock.ts';
import { domainOf } from '../../platform/system/mail-address.ts';
import { routeAddress } from '../../rules/mailboxes/route-address.ts';
import { simulatorScenario } from '../../rules/recipients/simulator.ts';
import { noticeMessageId } from './message-id.ts';
import { noticeSender } from './sender.ts';

/** The service's own mail when mail leaves this machine. */

export const NOTICE_MAIL = 'notice.mail';
/**
 * Notices that are sent in parallel. Strangers choose the servers of their addresses when they sign up, and
 * one that drips keeps its place for minutes.
 */
export const NOTICES_AT_ONCE = 64;

const SEAL = 'notice';
/** No notice is useful for longer than a day. */
const TRIED_FOR = 1 * DAY;

const payload = z.object({ id: z.string(), sealed: z.string(), give_up_at: z.int() });
const notice: z.ZodType<Notice> = z.object({
  purpose: outboxPurpose,
  to: z.string(),
  subject: z.string().nullable(),
  text: z.string(),
  html: z.string().optional(),
  accountId: z.string().nullable(),
});

/**
 * Sends notices the way of all mail. They're queued sealed, because they have codes. A notice to a mailbox of
 * this daemon stays in the outbox: a reader of that mailbox isn't necessarily the person who may use a code.
 * So do undeliverable notices.
 */
export function mailProvider(context: () => Context, outbox: NoticeProvider): NoticeProvider {
  return {
    async deliver(transaction, content) {
      const parts = context();
      if (!(await leaves(parts, transaction.db, content.to))) return outbox.deliver(transaction, content);
      const id = transaction.newId();
      await transaction.schedule({
        kind: NOTICE_MAIL,
        accountId: content.accountId,
        host: domainOf(content.to),
        dueAt: transaction.now,
        payload: {
          id,
          sealed: parts.secrets.seal(SEAL, JSON.stringify(content)).toString('base64'),
          give_up_at: transaction.now + TRIED_FOR,
        } satisfies z.input<typeof payload>,
      });
      return 'pending';
    },
  };
}

async function leaves(
  { clock, config, transport }: Pick<Context, 'clock' | 'config' | 'transport'>,
  db: Queries,
  to: string,
): Promise<boolean> {
  if (!transport.leavesMachine || simulatorScenario(to, config.platformDomain) !== null) return false;
  return (
    (await routeAddress(db, config.platformDomain, { address: to, now: clock.now() })).kind === 'elsewhere'
  );
}

/**
 * Sends one notice; throws on a temporary failure, so that the job is retried. A crash can send it twice,
 * which is better than not at all.
 */
export async function sendNotice(context: Context, outbox: NoticeProvider, raw: unknown): Promise<void> {
  const { id, sealed, give_up_at: deadline } = payload.parse(raw);
  const content = notice.parse(JSON.parse(context.secrets.unseal(SEAL, Buffer.from(sealed, 'base64'))));
  const delivery = await prepare(context, id, content);
  if (delivery) {
    const verdict = await hand(delivery);
    if (verdict.kind === 'accepted' || verdict.kind === 'ambiguous') return;
    if (verdict.kind === 'deferred' && context.clock.now() < deadline) {
      throw new Error(`service mail not accepted yet (${verdict.reason})`);
    }
    context.log.warn(
      { purpose: content.purpose, reason: verdict.reason },
      'notice not delivered, kept in the outbox',
    );
  }
  await context.store.write({ account: content.accountId ?? SERVICE_ACCOUNT }, (transaction) =>
    outbox.deliver(transaction, content),
  );
}

/** Null when it no longer leaves the machine. */
async function prepare(
  context: Context,
  id: string,
  { to, text, accountId, ...content }: Notice,
): Promise<RemoteDelivery | null> {
  const subject = content.subject ?? '';
  const html = content.html ?? null;
  if (!(await leaves(context, context.store.read, to))) return null;
  const { platformDomain } = context.config;
  const from = noticeSender(platformDomain);
  const raw = await composeMail({
    fromName: from.name,
    fromAddress: from.address,
    to: [{ address: to, name: null }],
    subject,
    replyTo: null,
    text,
    html,
    messageId: noticeMessageId(context.secrets, id, platformDomain),
    inReplyTo: null,
    references: [],
    unsubscribe: null,
    autoSubmitted: 'auto-generated',
    date: new Date(context.clock.now()),
    attachments: [],
  });
  const delivery = await context.transport.prepare({
    messageId: id,
    accountId,
    connectedMailbox: null,
    envelopeFrom: returnPath(context.secrets, { messageId: id, recipient: null }, platformDomain),
    headerFrom: from.address,
    to,
    subject,
    text,
    html,
    isAsStored: false,
    raw,
  });
  if (delivery.kind === 'remote') return delivery;
  await delivery.discard();
  return null;
}

async function hand(delivery: RemoteDelivery): Promise<DeliveryVerdict> {
  const release = await delivery.acquire();
  if (!release) return NO_TURN;
  try {
    return await delivery.send();
  } finally {
    release();
  }
}
