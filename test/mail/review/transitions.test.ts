import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { isTransition } from '../../../daemon/mail/messages/transitions/table.ts';
import { DAY } from '../../../daemon/platform/system/clock.ts';
import type { MessageState } from '../../../shared/contract/messages.ts';
import { MESSAGE_STATES } from '../../../shared/contract/values.ts';
import * as api from '../../support/api.ts';
import { addRowTriggers } from '../../support/row-triggers.ts';
import { sharedService } from '../../support/service.ts';
import { type Desk, openDesk, openSupervisedDesk, SENSITIVE } from './support.ts';

/**
 * Reaches every transition through the API. The database itself records each change of a state, so a scenario
 * can't claim one that didn't happen.
 */

const service = sharedService();
let desk: Desk;
/** Another account: its mailbox may be full or gone. */
let other: Desk;

beforeAll(async () => {
  desk = await openSupervisedDesk(service, 'stories@example.com');
  other = await openDesk(service, 'elsewhere@example.com');
  await desk.update({ approval_expiry: '24h' });
  const { store } = service.daemon.context;
  await store.write('none', ({ db }) => sql`create table witnessed (step text not null)`.execute(db));
  await addRowTriggers(store, [
    {
      name: 'witness_begin',
      table: 'messages',
      change: 'insert',
      statement: "insert into witnessed (step) values ('new → ' || new.state)",
    },
    {
      name: 'witness_change',
      table: 'messages',
      change: 'update',
      statement: `insert into witnessed (step)
        select old.state || ' → ' || new.state where old.state <> new.state`,
    },
  ]);
});

type Step = `${MessageState | 'new'} → ${MessageState}`;

interface Story {
  readonly about: string;
  readonly reaches: readonly Step[];
  readonly tell: () => Promise<unknown>;
}

const admin = (verb: 'release' | 'block' | 'approve' | 'deny', id: string) =>
  desk.decide(desk.tenant.admin, verb, id);
const remove = (id: string) => desk.remove(desk.tenant.admin, id);
const bounce = (id: string) => service.operator(api.reportBounce, { id, type: 'soft' });

async function receive(text = 'Hello there.', to = desk.tenant.mailbox.address): Promise<string> {
  const answer = await service.deliver({ from: 'ann@example.net', to, subject: 'Hello', text });
  await service.drain();
  return /([0-9a-f-]{36})/.exec(answer)?.[1] ?? '';
}

async function send(to: string, body = 'Hello there.'): Promise<string> {
  const { body: answer } = await service.call(desk.tenant.admin, api.send, {
    from_mailbox: desk.tenant.mailbox.id,
    to,
    subject: 'Hello',
    body,
  });
  return answer.message_id;
}

async function sendDraft(key: string): Promise<void> {
  const { id } = await service.must(key, api.createDraft, {
    mailbox_id: desk.tenant.mailbox.id,
    to: 'ben@example.com',
    subject: 'Hello',
    body: 'Hello there.',
  });
  await service.must(key, api.sendDraft, { id });
}

async function keptOut(): Promise<string> {
  await service.call(desk.tenant.admin, api.setSenderPolicy, {
    id: desk.tenant.mailbox.id,
    mode: 'allowlist',
    force_empty: true,
  });
  const id = await receive();
  await service.call(desk.tenant.admin, api.setSenderPolicy, {
    id: desk.tenant.mailbox.id,
    mode: 'blocklist',
  });
  return id;
}

/** While the other account's storage is full, mail to it is deferred. */
async function whileFull<T>(work: () => Promise<T>): Promise<T> {
  const limit = (bytes: number | null) =>
    service.operator(api.operatorUpdateAccount, { id: other.tenant.accountId, storage_limit_bytes: bytes });
  await limit(0);
  try {
    return await work();
  } finally {
    await limit(null);
  }
}

/** The test file of the antivirus trade. */
const MALWARE = 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*';
const BLOCKED = `Look at this: ${MALWARE}`;

const STORIES: readonly Story[] = [
  {
    about: 'mail that comes in is scanned and becomes readable',
    reaches: ['new → received', 'received → scanning', 'scanning → available'],
    tell: () => receive(),
  },
  {
    about: 'mail that the sender policy keeps out, and that is let in',
    reaches: ['received → firewall_blocked', 'firewall_blocked → scanning', 'scanning → available'],
    tell: async () => {
      const id = await keptOut();
      await service.call(desk.tenant.admin, api.releaseFromFirewall, { id });
      await service.drain();
    },
  },
  {
    about: 'mail that came in is quarantined and released',
    reaches: ['scanning → quarantined', 'quarantined → available'],
    tell: async () => admin('release', await desk.arrived()),
  },
  {
    about: 'mail that came in is quarantined and blocked',
    reaches: ['quarantined → blocked'],
    tell: async () => admin('block', await desk.arrived()),
  },
  {
    about: 'mail with something known as evil is blocked at once',
    reaches: ['scanning → blocked'],
    tell: () => receive(BLOCKED),
  },
  {
    about: 'a send is dispatched and delivered',
    reaches: ['new → delivered'],
    tell: () => send('ben@example.com'),
  },
  {
    about: 'a draft is sent, and is scanned, dispatched and delivered',
    reaches: ['draft → scanning', 'scanning → dispatching', 'dispatching → delivered'],
    tell: () => sendDraft(desk.tenant.admin),
  },
  {
    about: 'a draft is sent by an agent, and waits for review',
    reaches: ['draft → scanning', 'scanning → pending_review'],
    tell: () => sendDraft(desk.agent),
  },
  {
    about: 'a send is held by the scanner and released',
    reaches: ['new → quarantined', 'quarantined → dispatching', 'dispatching → delivered'],
    tell: async () => admin('release', await desk.quarantined()),
  },
  {
    about: 'a send waits for review and is approved',
    reaches: ['new → pending_review', 'pending_review → dispatching', 'dispatching → delivered'],
    tell: async () => admin('approve', await desk.pending()),
  },
  {
    about: 'a send waits for review and is denied',
    reaches: ['pending_review → blocked'],
    tell: async () => admin('deny', await desk.pending()),
  },
  {
    about: 'a send waits for review until its time is over',
    reaches: ['pending_review → blocked'],
    tell: async () => {
      await desk.pending();
      await service.operator(api.advanceClock, { seconds: DAY / 1000 });
    },
  },
  {
    about: 'an approval that cannot be carried out now leaves the message in the queue',
    reaches: ['pending_review → dispatching', 'dispatching → pending_review'],
    tell: async () => {
      const id = await desk.pending(other.tenant.mailbox.address);
      await whileFull(() => admin('approve', id));
      await remove(id);
    },
  },
  {
    about: 'a send is deferred, and delivered by a later try of the daemon',
    reaches: ['dispatching → quarantined', 'quarantined → dispatching', 'dispatching → delivered'],
    tell: async () => {
      await whileFull(() => send(other.tenant.mailbox.address));
      await service.operator(api.advanceClock, { seconds: 61 });
    },
  },
  {
    about: 'a send is deferred until the daemon gives up',
    reaches: ['dispatching → quarantined', 'dispatching → blocked'],
    tell: () =>
      whileFull(async () => {
        await send(other.tenant.mailbox.address);
        await service.operator(api.advanceClock, { seconds: (2 * DAY) / 1000 });
      }),
  },
  {
    about: 'what was sent bounces',
    reaches: ['delivered → bounced'],
    tell: async () => bounce(await send('ben@example.com')),
  },
  {
    about: 'whatever is in none of the states of work is deleted',
    reaches: [
      'available → deleted',
      'quarantined → deleted',
      'pending_review → deleted',
      'blocked → deleted',
      'delivered → deleted',
      'bounced → deleted',
      'firewall_blocked → deleted',
    ],
    tell: async () => {
      const denied = await desk.pending();
      await admin('deny', denied);
      const bounced = await send('ben@example.com');
      await bounce(bounced);
      for (const id of [
        await receive(),
        await desk.arrived(),
        await desk.pending('ann@example.com', SENSITIVE),
        await desk.pending(),
        denied,
        await send('ben@example.com'),
        bounced,
        await keptOut(),
      ]) {
        const { status, body } = await remove(id);
        expect([status, body.code]).toEqual([200, undefined]);
      }
    },
  },
];

/** Transitions that other tests reach, with the place. */
const ELSEWHERE: Readonly<Partial<Record<Step, string>>> = {
  'dispatching → available': 'test/mail/outbound: a mail server that falls silent after the final dot',
  'available → delivered': 'test/mail/outbound/several: a later try reaches somebody',
  'available → bounced': 'test/mail/outbound: a bounce of what was left open',
  'draft → deleted': 'test/mail/drafts',
  'scanning → draft': 'test/mail/drafts',
};

const witnessed: string[] = [];

async function stepsOf(story: Story): Promise<Step[]> {
  const { store } = service.daemon.context;
  await store.write('none', ({ db }) => sql`delete from witnessed`.execute(db));
  await story.tell();
  await service.drain();
  const { rows } = await sql<{ step: string }>`select step from witnessed`.execute(store.read);
  return rows.flatMap(({ step }) => stepsIn(step));
}

/** A change that passes a state within one update is noted as one: it has exactly one way through. */
function stepsIn(step: string): Step[] {
  const [from, to] = step.split(' → ') as [MessageState | 'new', MessageState];
  if (from === 'new' || isTransition(from, to)) return [step as Step];
  // Mail that was left open is only delivered by a later try.
  const passed = MESSAGE_STATES.filter((state) => state !== 'available');
  const between = passed.filter((state) => isTransition(from, state) && isTransition(state, to));
  expect(between, `${step} is no transition`).toHaveLength(1);
  return between.flatMap((state): Step[] => [`${from} → ${state}`, `${state} → ${to}`]);
}

describe('the states of a message', () => {
  it.each(STORIES.map((story) => [story.about, story] as const))('%s', async (_about, story) => {
    const steps = await stepsOf(story);
    witnessed.push(...steps);
    expect(steps).toEqual(expect.arrayContaining([...story.reaches]));
  });

  it('every transition has a witness, here or where another chapter says', () => {
    const all = MESSAGE_STATES.flatMap((from) =>
      MESSAGE_STATES.filter((to) => isTransition(from, to)).map((to): Step => `${from} → ${to}`),
    );
    const open = all.filter((step) => !witnessed.includes(step));
    expect(open.toSorted()).toEqual(Object.keys(ELSEWHERE).toSorted());
  });

  it('every state is reached', () => {
    const reached = new Set([...witnessed, ...Object.keys(ELSEWHERE)].map((step) => step.split(' → ')[1]));
    expect(MESSAGE_STATES.filter((state) => !reached.has(state))).toEqual([]);
  });
});
