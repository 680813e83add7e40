import { writeFile } from 'node:fs/promises';
import type { RecordedCall } from '../../../shared/contract/descriptions/examples.ts';
import { ENDPOINTS } from '../../../shared/contract/index.ts';
import { getOpenApi } from '../../../shared/contract/platform.ts';
import type { CallOfWalk } from './walk.ts';

/** The examples of the documents, taken from the calls of a walk. */

/** Second paths of endpoints, which have the examples of the first. */
export const SAME_AS: Readonly<Record<string, string>> = {
  'account.policy.get': 'accounts.policy.get',
  'account.policy.update': 'accounts.policy.update',
};

const FILE = 'shared/contract/descriptions/examples.json';

/** Replaces the recorded examples by those of this walk. */
export async function writeExamples(calls: readonly CallOfWalk[]): Promise<void> {
  await writeFile(FILE, `${JSON.stringify(examplesOf(calls), null, 2)}\n`);
}

/**
 * Example of each endpoint with a JSON reply, by ID: its first call, or the first whose lists aren't
 * empty.
 */
export function examplesOf(calls: readonly CallOfWalk[]): Record<string, RecordedCall> {
  return Object.fromEntries(
    ENDPOINTS.flatMap(({ id }) => {
      const own = calls.filter(({ endpoint, status }) => endpoint === (SAME_AS[id] ?? id) && status < 300);
      const call = own.find(({ reply }) => !hasEmptyList(reply)) ?? own[0];
      return call && id !== getOpenApi.id ? [[id, exampleOf(call)]] : [];
    }),
  );
}

function hasEmptyList(reply: unknown): boolean {
  return Object.values(reply ?? {}).some((value) => Array.isArray(value) && value.length === 0);
}

function exampleOf({ params, query, headers, body, status, reply }: CallOfWalk): RecordedCall {
  const parts = { params, query, headers, body, replies: { [status]: oneOfEach(reply) } };
  const filled = Object.entries(parts).filter(([, part]) => part && Object.keys(part).length > 0);
  return neutral(Object.fromEntries(filled));
}

/** One entry of each list is enough to show it. */
function oneOfEach(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(oneOfEach);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, oneOfEach(part)]));
}

/** Paths of the fields of a value, as `messages[].scan.verdict`. */
export function* placesIn(value: unknown, place = ''): Generator<string> {
  if (Array.isArray(value)) {
    for (const entry of value) yield* placesIn(entry, `${place}[]`);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, part] of Object.entries(value)) yield* placesIn(part, `${place}.${name}`);
  } else if (value !== undefined) yield place;
}

const UUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g;
const TIME = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;
const FIRST_TIME = Date.UTC(2026, 0, 5, 9);
/** Keys, secrets and tokens, which must not look as if they worked: random letters and digits. */
const SECRET = /\b(am_live_|whsec_)?(?=[\w.-]*[a-z])(?=[\w.-]*[A-Z])(?=[\w.-]*\d)[\w.-]{16,}/g;

/** The example with IDs counted from 1, times from FIRST_TIME on, and no secrets. */
function neutral(example: object): RecordedCall {
  const ids = new Map<string, string>();
  const text = JSON.stringify(example);
  const first = Math.min(...[...text.matchAll(TIME)].map(([time]) => Date.parse(time)));
  return JSON.parse(
    text
      .replace(TIME, (time) => new Date(FIRST_TIME + Date.parse(time) - first).toISOString())
      .replace(SECRET, (secret, prefix = '') => (TIME.test(secret) ? secret : `${prefix}${'x'.repeat(24)}`))
      .replace(UUID, (id) => {
        const known = ids.get(id) ?? `01993a00-0000-7000-8000-${String(ids.size + 1).padStart(12, '0')}`;
        ids.set(id, known);
        return known;
      }),
  );
}
