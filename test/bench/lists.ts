import { rmSync } from 'node:fs';
import { sql } from 'kysely';
import type { Principal } from '../../daemon/access/principal.ts';
import { passGates } from '../../daemon/mail/outbound/gates/index.ts';
import { RUN_ONCE } from '../../daemon/platform/store/transaction-runner.ts';
import * as api from '../support/api.ts';
import { createTenant, launch, type Service, type Tenant } from '../support/service.ts';
import { type Figure, inTurn, median } from './report.ts';

const HOUR = 3_600_000;
const SUPPRESSIONS = 1_000_000;
const ALLOWLIST = 100_000;
const SINGLES = 40;
const CHECKS = 2000;

/** Cost of adding many entries at once, and of the recipient gates on long lists. */
export async function benchLists(rounds: number): Promise<Figure[]> {
  const service = await launch({ overrides: { runners: RUN_ONCE } });
  try {
    const long = await createTenant(service, { email: 'long@example.com', mailbox: 'long' });
    const empty = await createTenant(service, { email: 'empty@example.com', mailbox: 'empty' });
    const bulk = await benchBulk(service, empty, rounds);
    await fill(service, long);
    return [bulk, await benchGates(service, long, empty, rounds)];
  } finally {
    await service.stop();
    rmSync(service.home, { recursive: true, force: true });
  }
}

async function benchBulk(service: Service, tenant: Tenant, rounds: number): Promise<Figure> {
  let next = 0;
  const post = async (path: string, body: unknown): Promise<number> => {
    const started = performance.now();
    const { status } = await service.request(tenant.admin, `POST ${path}`, { body });
    if (status !== 200) throw new Error(`${path} answered ${status}`);
    return performance.now() - started;
  };
  const address = () => `user${next++}@bench.example`;
  const thousand = () => post('/v1/suppressions/bulk', { emails: Array.from({ length: 1000 }, address) });
  const single = async () => {
    const times: number[] = [];
    for (let count = 0; count < SINGLES; count++) {
      times.push(await post('/v1/suppressions', { email: address() }));
    }
    // The budget is by the hour.
    service.clock.moveTo(service.clock.now() + HOUR);
    return median(times);
  };
  for (let warm = 0; warm < 3; warm++) {
    await thousand();
    await single();
  }
  const { ours, reference, ratio } = await inTurn(rounds * 3, thousand, single);
  return {
    name: 'bulk add of 1,000 against a single add',
    value: ratio,
    unit: 'x',
    goal: { atMost: 40 },
    detail: `${ours.toFixed(1)} ms against ${reference.toFixed(2)} ms, over HTTP, fresh rows`,
  };
}

/** Rows straight into the table: through the front door they would take 220 hours of budget. */
async function fill(service: Service, tenant: Tenant): Promise<void> {
  const { context } = service.daemon;
  const add = (list: string, owner: string, count: number, name: string) =>
    context.store.write('none', ({ db }) =>
      sql`insert into list_entries (list, owner_id, pattern, reason, source, created_at)
        with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})
        select ${list}, ${owner}, ${name} || n || '@listed.example', 'manual', 'customer', 0 from numbers`.execute(
        db,
      ),
    );
  await add('suppressions', tenant.accountId, SUPPRESSIONS, 'never');
  await add('recipient_allowlist', tenant.mailbox.id, ALLOWLIST, 'may');
}

async function benchGates(service: Service, long: Tenant, empty: Tenant, rounds: number): Promise<Figure> {
  const { context } = service.daemon;
  const checks = async (tenant: Tenant) => {
    const { submission, recipients } = await sceneOf(service, tenant);
    return async () => {
      const started = performance.now();
      for (const to of recipients) {
        await passGates({ context, db: context.store.read, submission: { ...submission, to } });
      }
      return ((performance.now() - started) * 1000) / recipients.length;
    };
  };
  const onLong = await checks(long);
  const onEmpty = await checks(empty);
  await onLong();
  await onEmpty();
  const { ours, reference, ratio } = await inTurn(rounds * 5, onLong, onEmpty);
  return {
    name: 'gates of a send on long lists',
    value: ratio,
    unit: 'x',
    goal: { atMost: 1.2 },
    detail: `${ours.toFixed(0)} us against ${reference.toFixed(0)} us on an empty account; 1,000,000 suppressions, 100,000 allowed`,
  };
}

/** A contained mailbox in allowlist mode whose recipients are allowed by their domain. */
async function sceneOf(service: Service, tenant: Tenant) {
  const { context } = service.daemon;
  await service.call(tenant.admin, api.addAllowlistEntry, {
    mailboxId: tenant.mailbox.id,
    email: '@allowed.example',
  });
  const mailbox = await context.store.write('none', async ({ db }) => {
    await db
      .updateTable('mailboxes')
      .set({ recipient_policy_mode: 'allowlist', agent_send_containment: true })
      .where('id', '=', tenant.mailbox.id)
      .execute();
    return db
      .selectFrom('mailboxes')
      .selectAll()
      .where('id', '=', tenant.mailbox.id)
      .executeTakeFirstOrThrow();
  });
  const principal = {
    role: 'agent',
    method: 'api_key',
    keyId: 'bench',
    mailboxIds: new Set([mailbox.id]),
    actor: { type: 'agent', id: 'bench' },
    origin: 'agent',
    account: { id: tenant.accountId, tier: 'pro', status: 'active' },
  } as unknown as Principal;
  const submission = {
    principal,
    mailbox,
    kind: 'fresh' as const,
    to: '',
    subject: 's',
    body: 'b',
    thread: null,
  };
  const recipients = Array.from({ length: CHECKS }, (_, n) => `user${(n * 7919) % CHECKS}@allowed.example`);
  return { submission, recipients };
}
