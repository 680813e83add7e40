import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertMessage } from '../../../daemon/mail/messages/insert.ts';
import type { Decision } from '../../../daemon/mail/messages/review.ts';
import type { Cause, Causes, Change } from '../../../daemon/mail/messages/transitions/causes.ts';
import type { MessageFacts } from '../../../daemon/mail/messages/transitions/facts.ts';
import { TABLE } from '../../../daemon/mail/messages/transitions/table.ts';
import { transition } from '../../../daemon/mail/messages/transitions/transition.ts';
import { openStore } from '../../../daemon/platform/store/engine.ts';
import { NO_DAEMON } from '../../../daemon/platform/store/ports.ts';
import type { HoldContext } from '../../../daemon/platform/store/schema.ts';
import type { Store } from '../../../daemon/platform/store/store.ts';
import { SystemClock } from '../../../daemon/platform/system/clock.ts';
import { systemRandom } from '../../../daemon/platform/system/random.ts';
import { createPorts } from '../../../daemon/ports.ts';
import type { MessageState } from '../../../shared/contract/messages.ts';
import { MESSAGE_STATES } from '../../../shared/contract/values.ts';
import { CHECKED } from '../../support/checked-transactions.ts';
import { createTenant, launch, type Tenant } from '../../support/service.ts';

/**
 * Walks the table of changes on a real database: each row does what is written here, and nothing else
 * happens.
 */

const actor = { type: 'admin', id: 'key' } as const;
const given = { reason: 'because', reasonSpans: null };
const approve: Decision = { kind: 'approve', actor, ...given };
const hold: HoldContext = { trigger_source: 'scanner', summary_reasons: ['before'] };
const scan = { verdict: 'clean', findings: [], categories: [] } as never;
const scanned = { scan, text: 'scanned words', piiSpans: [], htmlText: null };
const failure = { trigger: 'retry', reasonCode: 'attempts_exhausted' } as const;
const job = { kind: 'test.job', dueAt: Number.MAX_SAFE_INTEGER, payload: {} };

/** A cause of each kind with everything that it may bring. */
const CAUSES: { readonly [C in Cause]: Causes[C] } = {
  refused_sender: { block: { reason_code: 'SENDER_BLOCKED' } as never },
  let_in: { actor, block: null, arrived: { id: 'arrived', mailboxId: '', bytes: 0, sender: null } },
  received: { scanned },
  imported: { scanned },
  sent: {},
  held: { scanned, hold: { ...hold, summary_reasons: ['new'] }, expiry: 1000 },
  blocked_by_scan: { scanned, failure },
  returned_to_draft: { scanned, failure },
  dispatched: { scanned, decision: approve },
  accepted: { scanned, decision: approve, simulated: job },
  deferred: { retry: job },
  put_back: {},
  failed: { failure, decision: approve, draftId: null },
  left_open: { decision: approve },
  reached_later: {},
  bounced: { bounce: { type: 'hard', reason: 'no', reportedBy: 'operator' } },
  released: { actor, given },
  blocked: { actor, given },
  denied: { actor, given },
  edited: { actor, given, editedTo: 'edited-id' },
  expired: {},
  reported: { actor, given },
  deleted: { actor },
};

type Line = readonly [cause: Cause, from: readonly MessageState[], to: MessageState, ...effects: string[]];

const ARRIVING = ['received', 'scanning'] as const;
const HELD = ['quarantined', 'pending_review'] as const;
const UNDECIDED = ['scanning', ...HELD] as const;
const RESOLVED = ['message.review_resolved', 'review: approved', 'audit message.review.approved'];

/** Besides waking those who wait for the mailbox, which every change does. */
const EXPECTED: readonly Line[] = [
  ['refused_sender', ['received'], 'firewall_blocked', 'searchable'],
  ['let_in', ['firewall_blocked'], 'scanning', 'audit message.firewall.released', 'starts intake'],
  ['received', ARRIVING, 'available', 'scan', 'searchable', 'message.received'],
  ['received', ARRIVING, 'quarantined', 'scan', 'searchable', 'held: new', 'message.quarantined'],
  ['received', ARRIVING, 'blocked', 'scan', 'searchable'],
  ['imported', ARRIVING, 'available', 'scan', 'searchable'],
  ['imported', ARRIVING, 'quarantined', 'scan', 'searchable', 'held: new'],
  ['imported', ARRIVING, 'blocked', 'scan', 'searchable'],
  ['sent', ['draft'], 'scanning', 'forgotten'],
  [
    ...(['held', ['scanning'], 'quarantined', 'scan', 'spans', 'searchable', 'held: new'] as const),
    ...['settles', 'message.quarantined'],
  ],
  [
    ...(['held', ['scanning'], 'pending_review', 'scan', 'spans', 'searchable', 'held: new'] as const),
    ...['settles', 'job approval.expire', 'message.pending_review'],
  ],
  [
    ...(['blocked_by_scan', ['scanning'], 'blocked', 'scan', 'spans', 'searchable', 'refund'] as const),
    'message.dispatch_failed',
  ],
  [
    ...(['returned_to_draft', ['scanning'], 'draft', 'scan', 'spans', 'searchable', 'refund'] as const),
    'message.dispatch_failed',
  ],
  ['dispatched', UNDECIDED, 'dispatching', 'scan', 'spans', 'searchable', 'keeps hold', 'deciding'],
  [
    ...(['accepted', ['dispatching', ...UNDECIDED], 'delivered', 'scan', 'spans', 'searchable'] as const),
    ...['settles', 'dispatched_at', 'job test.job', 'message.delivered', ...RESOLVED],
  ],
  ['deferred', ['dispatching'], 'quarantined', 'settles', 'job test.job'],
  ['put_back', ['dispatching'], 'quarantined', 'keeps hold'],
  ['put_back', ['dispatching'], 'pending_review', 'keeps hold'],
  ['failed', ['dispatching', ...HELD], 'blocked', 'refund', 'message.dispatch_failed', ...RESOLVED],
  [
    ...(['left_open', ['dispatching'], 'available', 'audit message.dispatch.left_open'] as const),
    ...['settles', 'review: approved', 'audit message.review.approved'],
  ],
  ['reached_later', ['available'], 'delivered', 'dispatched_at'],
  [
    ...(['bounced', ['delivered', 'available'], 'bounced', 'audit message.bounce.recorded'] as const),
    'message.bounced',
  ],
  [
    ...(['released', ['quarantined'], 'available', 'review: released'] as const),
    ...['audit message.hold.released', 'message.received'],
  ],
  [
    ...(['blocked', ['quarantined'], 'blocked', 'refund', 'review: blocked'] as const),
    ...['audit message.hold.blocked', 'message.blocked'],
  ],
  [
    ...(['denied', ['pending_review'], 'blocked', 'refund', 'review: denied'] as const),
    ...['opens denial', 'audit message.review.denied', 'message.review_resolved'],
  ],
  [
    ...(['edited', HELD, 'blocked', 'charge handed over', 'review: edited'] as const),
    ...['audit message.review.edited', 'message.review_resolved'],
  ],
  [
    ...(['expired', ['pending_review'], 'blocked', 'refund', 'review: expired'] as const),
    ...['audit message.review.expired', 'message.review_resolved'],
  ],
  ['reported', ['quarantined'], 'blocked', 'review: blocked', 'message.blocked'],
  [
    ...([
      'deleted',
      ['available', 'blocked', 'delivered', 'bounced', 'firewall_blocked'],
      'deleted',
    ] as const),
    ...['forgotten', 'keeps hold', 'audit message.content.deleted', 'deleted_at'],
  ],
  [
    ...(['deleted', HELD, 'deleted', 'forgotten', 'keeps hold', 'refund'] as const),
    ...['audit message.content.deleted', 'deleted_at'],
  ],
  ['deleted', ['draft'], 'deleted', 'forgotten', 'audit draft.content.deleted', 'deleted_at'],
];

const CHANGES = EXPECTED.flatMap(([cause, from, to, ...effects]) =>
  from.map((state) => ({ cause, from: state, to, effects })),
);

let store: Store;
let tenant: Tenant;
let published: string[] = [];
let started: string[] = [];

beforeAll(async () => {
  const service = await launch();
  tenant = await createTenant(service, { email: 'table@example.com', tier: 'sandbox' });
  await service.stop();
  store = await openStore({
    home: service.home,
    url: service.daemon.context.config.store,
    clock: new SystemClock(),
    random: systemRandom,
    onHookFailure: (error) => {
      throw error;
    },
    runners: CHECKED,
    ports: {
      ...createPorts(() => service.daemon.context, NO_DAEMON.signals),
      signals: { ...NO_DAEMON.signals, publish: ({ kind }) => void published.push(kind) },
      start: { ...NO_DAEMON.start, intake: () => void started.push('intake') },
    },
  });
});

afterAll(() => store.close());

/** A charged message with a body and a hold, in any state, that answers one message and revises another. */
function messageIn(state: MessageState): Promise<MessageFacts> {
  return store.write({ account: tenant.accountId }, async (transaction) => {
    const { db } = transaction;
    const id = transaction.newId();
    const message = {
      id,
      account_id: tenant.accountId,
      mailbox_id: tenant.mailbox.id,
      direction: 'outbound',
      state,
      sender: tenant.mailbox.address,
      recipient: 'ann@example.org',
      envelope_sender: null,
      subject: 'Hello',
      rfc_message_id: null,
      in_reply_to: null,
      thread_id: null,
      subaddress_instance_id: null,
      subaddress_mode: null,
      removed_categories: null,
      read_at: null,
      raw_blob_id: null,
      scan: null,
      hold_context: hold,
      sender_authentication: null,
      actor_type: null,
      actor_id: null,
      charged_on: '2026-01-01',
      charged_to_trial: true,
      refunded_at: null,
      deciding: null,
    } as Parameters<typeof insertMessage>[1];
    const [answered, revised] = [transaction.newId(), transaction.newId()];
    await insertMessage(transaction, { ...message, id: answered, direction: 'inbound', state: 'available' });
    await insertMessage(transaction, { ...message, id: revised, state: 'blocked', denial_open: true });
    const { seq } = await insertMessage(transaction, {
      ...message,
      ...{ answers_id: answered, marks_read: true, revises: revised },
    });
    await db
      .insertInto('message_bodies')
      .values({ message_id: id, account_id: tenant.accountId, text: 'body', html: null, pii_spans: null })
      .execute();
    await db.deleteFrom('send_budget').execute();
    await db
      .insertInto('send_budget')
      .values({ account_id: tenant.accountId, day: '2026-01-01', count: 1 })
      .execute();
    await db.updateTable('accounts').set({ trial_sends_used: 1 }).execute();
    if (state !== 'received' && state !== 'scanning')
      await transaction.index(
        { seq, mailbox_id: tenant.mailbox.id, subject: 'Hello' },
        { text: 'body', pii_spans: [] },
      );
    return db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  });
}

async function isSearchable({ seq }: MessageFacts): Promise<boolean> {
  const range = { mailboxId: tenant.mailbox.id, term: 'hello', below: seq + 1, atLeast: seq, limit: 1 };
  return (await store.search.candidates(range)).length > 0;
}

/** Everything about a change that can be seen in the database and by those who wait. */
async function effectsOf(message: MessageFacts, change: Change): Promise<string[]> {
  const wasSearchable = await isSearchable(message);
  const before = await logs();
  published = [];
  started = [];
  expect(
    await store.write({ account: tenant.accountId }, (transaction) =>
      transition(transaction, message, change),
    ),
  ).toBe(true);
  const row = await store.read
    .selectFrom('messages')
    .selectAll()
    .where('id', '=', message.id)
    .executeTakeFirstOrThrow();
  const body = await store.read
    .selectFrom('message_bodies')
    .selectAll()
    .where('message_id', '=', message.id)
    .executeTakeFirstOrThrow();
  const after = await logs();
  expect(row.state).toBe(change.to);
  const budget = await store.read.selectFrom('send_budget').select('count').executeTakeFirstOrThrow();
  const account = await store.read
    .selectFrom('accounts')
    .select('trial_sends_used as count')
    .where('id', '=', tenant.accountId)
    .executeTakeFirstOrThrow();
  const isRefunded = row.refunded_at !== null && row.charged_on !== null;
  expect([budget.count, account.count]).toEqual(isRefunded ? [0, 0] : [1, 1]);
  const held = row.hold_context === null ? null : row.hold_context.summary_reasons[0];
  const searchable = await isSearchable(message);
  return [
    ...after.filter((line) => !before.includes(line)).map((line) => line.replace(/^\S+ /, '')),
    ...(row.scan === null ? [] : ['scan']),
    ...(body.pii_spans === null ? [] : ['spans']),
    ...(isRefunded ? ['refund'] : []),
    ...(row.charged_on === null ? ['charge handed over'] : []),
    ...(row.review === null ? [] : [`review: ${row.review.resolution}`]),
    ...(await settled(row)),
    ...(row.denial_open ? ['opens denial'] : []),
    ...(row.deciding === null ? [] : ['deciding']),
    ...(row.dispatched_at === null ? [] : ['dispatched_at']),
    ...(row.deleted_at === null ? [] : ['deleted_at']),
    ...(held === 'before' ? ['keeps hold'] : held === null ? [] : ['held: new']),
    ...(searchable === wasSearchable ? [] : [searchable ? 'searchable' : 'forgotten']),
    ...started.map((work) => `starts ${work}`),
  ];
}

/** Whether what the message answers and revises is handled: both, or neither. */
async function settled({ answers_id, revises }: Pick<MessageFacts, 'answers_id' | 'revises'>) {
  const read = async (id: string) =>
    store.read.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const [answered, revised] = [await read(answers_id ?? ''), await read(revises ?? '')];
  expect(answered.read_at !== null).toBe(!revised.denial_open);
  return revised.denial_open ? [] : ['settles'];
}

/** Events, audit rows and jobs, each with its id. */
async function logs(): Promise<string[]> {
  const events = await store.read.selectFrom('events').select(['id', 'type']).execute();
  const audits = await store.read.selectFrom('audit_log').select(['id', 'kind']).execute();
  const jobs = await store.read.selectFrom('jobs').select(['id', 'kind']).execute();
  return [
    ...events.map(({ id, type }) => `${id} ${type}`),
    ...audits.map(({ id, kind }) => `${id} audit ${kind}`),
    ...jobs.map(({ id, kind }) => `${id} job ${kind}`),
  ];
}

function changeOf(cause: Cause, to: MessageState): Change {
  return { to, cause, ...CAUSES[cause] } as Change;
}

describe('a change of state', () => {
  it.each(CHANGES)('$cause: $from to $to has exactly its effects', async ({ cause, from, to, effects }) => {
    const message = await messageIn(from);
    const seen = await effectsOf(message, changeOf(cause, to));
    // A message that is searchable already shows no difference when its text is indexed.
    const expected = effects.filter((effect) => effect !== 'searchable' || ARRIVING.includes(from as never));
    expect(seen.toSorted()).toEqual(expected.toSorted());
    expect(published).toContain('mailbox');
  });

  it('is in the table of this test, and the other way round', () => {
    const known = Object.entries(TABLE).flatMap(([cause, rows]) =>
      rows.flatMap(({ from, to }) => from.map((state) => `${cause}: ${state} ${to}`)),
    );
    expect(CHANGES.map(({ cause, from, to }) => `${cause}: ${from} ${to}`).toSorted()).toEqual(
      known.toSorted(),
    );
  });

  it('throws and changes nothing when the table has no row for it', async () => {
    const allowed = new Set(CHANGES.map(({ cause, from, to }) => `${cause}: ${from} ${to}`));
    const message = await messageIn('available');
    let refused = 0;
    for (const cause of Object.keys(CAUSES) as Cause[]) {
      for (const from of MESSAGE_STATES) {
        for (const to of MESSAGE_STATES) {
          if (allowed.has(`${cause}: ${from} ${to}`)) continue;
          const attempt = store.write({ account: tenant.accountId }, (transaction) =>
            transition(transaction, { ...message, state: from }, changeOf(cause, to)),
          );
          await expect(attempt).rejects.toThrow('no message goes from');
          refused += 1;
        }
      }
    }
    expect(refused).toBeGreaterThan(2000);
    const row = await store.read
      .selectFrom('messages')
      .select('state')
      .where('id', '=', message.id)
      .executeTakeFirst();
    expect(row?.state).toBe('available');
  });

  it('does nothing at all when the message has left its state meanwhile', async () => {
    const message = await messageIn('delivered');
    const before = await logs();
    published = [];
    started = [];
    const moved = await store.write({ account: tenant.accountId }, (transaction) =>
      transition(transaction, { ...message, state: 'quarantined' }, changeOf('blocked', 'blocked')),
    );
    expect(moved).toBe(false);
    expect(await logs()).toEqual(before);
    expect([...published, ...started]).toEqual([]);
  });

  it('leaves nothing behind when its transaction rolls back', async () => {
    const message = await messageIn('pending_review');
    const before = await logs();
    published = [];
    started = [];
    const failed = store.write({ account: tenant.accountId }, async (transaction) => {
      await transition(transaction, message, changeOf('denied', 'blocked'));
      throw new Error('undo');
    });
    await expect(failed).rejects.toThrow('undo');
    expect(await logs()).toEqual(before);
    expect([...published, ...started]).toEqual([]);
  });
});
