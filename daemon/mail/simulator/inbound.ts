import MailComposer from 'nodemailer/lib/mail-composer/index.js';
import type { BodyOf, ReplyOf } from '../../../shared/contract/endpoint.ts';
import type { simulateInbound as contract } from '../../../shared/contract/simulator.ts';
import { simulatorDomain } from '../../../shared/simulator-addresses.ts';
import type { Principal } from '../../access/principal.ts';
import { readHeaders } from '../../content/mime/headers.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import { accountScope } from '../../platform/store/lock-scope.ts';
import { SECOND } from '../../platform/system/clock.ts';
import { Wakeup } from '../../platform/system/wakeup.ts';
import { assertRoomFor } from '../../rules/budgets/storage.ts';
import { type MailboxRow, resolveMailbox } from '../../rules/mailboxes/table.ts';
import type { MailContext } from '../context.ts';
import { recordArrival } from '../inbound/record.ts';
import { SCENARIO_MESSAGES } from './scenarios.ts';

type SimulatedInbound = ReplyOf<typeof contract>;

/** Time that the answer waits for the message to be processed. */
const TIMEOUT = 5 * SECOND;

/** `POST /v1/simulator/inbound`: delivers a made-up message through the real pipeline. */
export async function simulateInbound(
  context: MailContext,
  principal: Principal,
  request: BodyOf<typeof contract>,
): Promise<SimulatedInbound> {
  const mailbox = await resolveMailbox(context.store.read, principal, {
    reference: request.mailbox_id,
    unbound: 'denied_403',
  });
  if (principal.account.status === 'suspended') throw new ServiceError('ACCOUNT_SUSPENDED');
  if (mailbox.status === 'paused') throw new ServiceError('MAILBOX_SUSPENDED');
  const raw = await compose(context, mailbox, request);
  await context.room.assertDiskFor(raw.length);
  await assertRoomFor(context.store.read, principal.account.id, raw.length);
  const change = new Wakeup();
  const unwatch = context.signals.watch({ kind: 'mailbox', id: mailbox.id }, change.wake);
  try {
    const messageId = await receive(context, mailbox, raw);
    return { status: await statusOf(context, messageId, change), message_id: messageId };
  } finally {
    unwatch();
  }
}

/** Replies to this address are accepted. */
const LOCAL_PART = 'delivered+inbound';

function compose(
  { config, clock, random }: MailContext,
  mailbox: MailboxRow,
  { scenario, label }: BodyOf<typeof contract>,
): Promise<Buffer> {
  const { subject, text } = SCENARIO_MESSAGES[scenario];
  const domain = simulatorDomain(config.platformDomain);
  const now = clock.now();
  return new MailComposer({
    from: { name: 'Simulator', address: `${LOCAL_PART}@${domain}` },
    to: mailbox.address,
    subject: label === undefined ? subject : `${subject}: ${label}`,
    text,
    messageId: `<${random.id(now)}@${domain}>`,
    date: new Date(now),
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();
}

/** Stores the message with its authentication, past the sender policy; only parsing and scanning are left. */
async function receive(context: MailContext, mailbox: MailboxRow, raw: Buffer): Promise<string> {
  const { store, config } = context;
  const domain = simulatorDomain(config.platformDomain);
  const copy = await store.blobs.prepare(raw);
  try {
    return await store.write(accountScope(mailbox), (transaction) =>
      recordArrival(context, transaction, {
        state: 'scanning',
        mailbox,
        tag: null,
        recipient: mailbox.address,
        envelopeSender: `${LOCAL_PART}@${domain}`,
        headers: readHeaders(raw),
        raw: copy,
        authentication: {
          verdict: 'verified_aligned',
          from_domain: domain,
          signing_domain: domain,
          provenance: 'managed',
        },
        peer: null,
      }),
    );
  } catch (error) {
    await store.blobs.discard(copy);
    throw error;
  }
}

async function statusOf(
  context: MailContext,
  messageId: string,
  change: Wakeup,
): Promise<SimulatedInbound['status']> {
  const { clock, store, stopping } = context;
  const deadline = clock.elapsed() + TIMEOUT;
  const cancelAlarm = clock.callAfter(TIMEOUT, change.wake);
  try {
    for (;;) {
      change.reset();
      const { state } = await store.read
        .selectFrom('messages')
        .select('state')
        .where('id', '=', messageId)
        .executeTakeFirstOrThrow();
      if (state === 'available' || state === 'quarantined') return state;
      if (clock.elapsed() >= deadline || stopping.aborted) return 'pending';
      await change.happened;
    }
  } finally {
    cancelAlarm();
  }
}
