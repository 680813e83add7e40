import type { Model } from './model.ts';
import type { Place, World } from './world.ts';

interface Shown {
  readonly id: string;
  readonly state: string;
  readonly charged_on: string | null;
  readonly dispatched_at: number | null;
  readonly refunded_at: number | null;
}

/**
 * Sentences about what the daemon has otherwise than the model; `settled` when every event had time to be
 * told.
 */
export async function differences(
  world: World,
  place: Place,
  model: Model,
  settled: boolean,
): Promise<string[]> {
  const { service } = world;
  const { store } = service.daemon.context;
  const problems: string[] = [];
  const compare = (what: string, is: unknown, expected: unknown) => {
    if (is !== expected) problems.push(`${what} is ${String(is)} instead of ${String(expected)}`);
  };
  const rows = await store.read
    .selectFrom('messages')
    .select(['id', 'subject', 'state', 'charged_on', 'dispatched_at', 'refunded_at'])
    .execute();
  const bySubject = new Map<string, Shown>(rows.map(({ subject, ...row }) => [subject, row]));
  compare('the number of messages', rows.length, model.letters.length + model.arrivals.length);
  for (const { number, state, chargedOn, deliveredAt, refundedAt } of model.letters) {
    const row = bySubject.get(`Letter ${number}`);
    compare(`letter ${number}`, row?.state, state);
    compare(`the day of letter ${number}`, row?.charged_on ?? null, chargedOn);
    compare(`the delivery of letter ${number}`, row?.dispatched_at ?? null, deliveredAt);
    compare(`the refund of letter ${number}`, row?.refunded_at ?? null, refundedAt);
  }
  for (const { subject, state, id } of model.arrivals) {
    compare(subject, bySubject.get(subject)?.state, state);
    compare(`the id of ${subject}`, bySubject.get(subject)?.id, id);
  }
  const get = async <T>(path: string) => (await service.request<T>(place.admin, `GET ${path}`)).body;
  const quota = await get<{ today: { count: number; limit: number } }>('/v1/accounts/quota');
  compare('the budget of today', quota.today.count, model.chargedToday());
  const budget = await store.read.selectFrom('send_budget').select(['day', 'count']).execute();
  for (const { day, count } of budget) compare(`the budget of ${day}`, count, model.budget.get(day) ?? 0);
  const { suppressions } = await get<{ suppressions: { email: string }[] }>('/v1/suppressions');
  compare('the do-not-contact list', sorted(suppressions), sorted([...model.suppressed]));
  const { allowlist } = await get<{ allowlist: { email: string }[] }>(
    `/v1/mailboxes/${place.boxes.listed.id}/allowlist`,
  );
  compare('the allowlist', sorted(allowlist), sorted([...model.allowed]));
  const taken = new Set([...world.provider.taken.keys(), ...model.taken.keys()]);
  for (const recipient of taken) {
    compare(
      `mail for ${recipient}`,
      world.provider.taken.get(recipient) ?? 0,
      model.taken.get(recipient) ?? 0,
    );
  }
  problems.push(...untold(world, model, settled));
  return problems;
}

/** An event is told under as many ids as it happened, and under none when it did not. */
function untold(world: World, model: Model, settled: boolean): string[] {
  const problems: string[] = [];
  for (const [event, ids] of world.told) {
    const times = model.events.get(event) ?? 0;
    if (ids.size > times)
      problems.push(`${event} happened ${times} times and was told under ${ids.size} ids`);
  }
  if (!settled) return problems;
  for (const [event, times] of model.events) {
    const told = world.told.get(event)?.size ?? 0;
    if (told < times) problems.push(`${event} happened ${times} times and was told ${told} times`);
  }
  return problems;
}

function sorted(entries: readonly ({ readonly email: string } | string)[]): string {
  return entries
    .map((entry) => (typeof entry === 'string' ? entry : entry.email))
    .sort()
    .join(' ');
}
