import { rmSync } from 'node:fs';
import type { Principal } from '../../daemon/access/principal.ts';
import { listMessages } from '../../daemon/mail/messages/list.ts';
import { RUN_ONCE } from '../../daemon/platform/store/transaction-runner.ts';
import * as api from '../support/api.ts';
import type { PostgresServer } from '../support/postgres.ts';
import { createTenant, launch, type Service } from '../support/service.ts';
import { COMMON, fillMailbox, RARE } from './reading-fill.ts';
import { type Figure, median } from './report.ts';

const MESSAGES = 50_000;
const SAMPLES = 60;
const WARM_UP = 10;

const TERMS = {
  rare: RARE,
  absent: 'zygomorphic quagga',
  common: COMMON,
  'three common characters': 'ing',
  'three rare characters': 'okk',
  'a common word': 'this',
};
type Term = keyof typeof TERMS;

/** A mailbox that is searched in. */
interface Searched {
  readonly service: Service;
  readonly principal: Principal;
  readonly mailboxId: string;
}

/** Searches in a mailbox of 50,000 messages, on SQLite and PostgreSQL in turn. */
export async function benchStoreSearch(server: PostgresServer): Promise<Figure[]> {
  const sqlite = await openFilled(null);
  const postgres = await openFilled(await server.createDatabase('searched'));
  try {
    const times = {} as Record<Term, { ours: number; sqlite: number }>;
    for (const term of Object.keys(TERMS) as Term[]) times[term] = await timesOf(term, postgres, sqlite);
    return figuresOf(times);
  } finally {
    for (const { service } of [sqlite, postgres]) {
      await service.stop();
      rmSync(service.home, { recursive: true, force: true });
    }
  }
}

async function openFilled(store: string | null): Promise<Searched> {
  const service = await launch({ config: { store }, overrides: { runners: RUN_ONCE } });
  const tenant = await createTenant(service);
  const other = await service.must(tenant.admin, api.createMailbox, { name: 'other' });
  const place = { accountId: tenant.accountId, mailboxId: tenant.mailbox.id, otherId: other.id };
  await fillMailbox(service.daemon.context, place, MESSAGES);
  const principal = {
    role: 'admin',
    method: 'api_key',
    keyId: null,
    mailboxIds: new Set(),
    account: { id: place.accountId, tier: 'pro', status: 'active' },
  } as unknown as Principal;
  return { service, principal, mailboxId: place.mailboxId };
}

async function timesOf(
  term: Term,
  postgres: Searched,
  sqlite: Searched,
): Promise<{ ours: number; sqlite: number }> {
  const taken = { ours: [] as number[], sqlite: [] as number[] };
  for (let round = 0; round < WARM_UP + SAMPLES; round++) {
    const pair = { ours: await timeOf(term, postgres), sqlite: await timeOf(term, sqlite) };
    if (round < WARM_UP) continue;
    taken.ours.push(pair.ours);
    taken.sqlite.push(pair.sqlite);
  }
  return { ours: median(taken.ours), sqlite: median(taken.sqlite) };
}

/** Milliseconds of the newest 50 messages with a term. */
async function timeOf(term: Term, { service, principal, mailboxId }: Searched): Promise<number> {
  const started = performance.now();
  await listMessages(service.daemon.context, principal, {
    mailboxReference: mailboxId,
    query: { search: TERMS[term] },
    hungUp: () => new AbortController().signal,
  });
  return performance.now() - started;
}

function figuresOf(times: Readonly<Record<Term, { ours: number; sqlite: number }>>): Figure[] {
  const shown = (term: Term) =>
    `${term} ${times[term].ours.toFixed(1)} ms (${times[term].sqlite.toFixed(1)})`;
  const against = (term: 'rare' | 'absent'): Figure => ({
    name: `search for ${term === 'rare' ? 'a rare' : 'an absent'} term`,
    value: times[term].ours / times[term].sqlite,
    unit: 'x',
    goal: { atMost: 3 },
    detail: shown(term),
  });
  return [
    against('rare'),
    against('absent'),
    {
      name: 'slowest search in 50,000 messages',
      value: Math.max(...Object.values(times).map(({ ours }) => ours)),
      unit: 'ms',
      goal: { atMost: 60 },
      detail: (Object.keys(TERMS) as Term[]).map(shown).join(', '),
    },
  ];
}
