import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { ENDPOINTS } from '../../../shared/contract/index.ts';
import { sharedService } from '../../support/service.ts';
import { noteChanges, takeChanges } from '../contract/changes.ts';
import { exampleRequest } from '../contract/examples.ts';
import { bearer, createFixture, type Fixture, type Headers, rest } from '../contract/fixture.ts';
import { perform } from '../contract/request.ts';
import { createCallers, LET_IN } from './callers.ts';
import { isOwners as isOwnersPath, type Row, TABLE } from './table.ts';

// Nothing here measures time; a busy machine has it.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

/** Every endpoint × every kind of caller. */

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const isOwners = ({ path }: Endpoint) => isOwnersPath(path);
const OF_CUSTOMERS = ENDPOINTS.filter((endpoint) => !isOwners(endpoint));

/** The row that an endpoint's declaration amounts to. */
function declaredRow({
  who,
  unbound,
  whileLocked,
  bearerRefusal,
}: Endpoint): readonly (string | undefined)[] {
  const declared = who === 'session' && bearerRefusal ? 'session+reauth' : who;
  const codes = { masked_404: 'NOT_FOUND', denied_403: 'MAILBOX_ACCESS_DENIED' };
  return [declared, unbound && codes[unbound], whileLocked && 'locked'];
}

const service = sharedService();
let fixture: Fixture;
let callers: Awaited<ReturnType<typeof createCallers>>;

beforeAll(async () => {
  fixture = await createFixture(service, 'mine');
  callers = await createCallers(service, fixture);
  // Its deliveries would go on while the clock moves.
  const path = `/v1/webhooks/${fixture.ids.webhook}`;
  await perform(service, fixture.admin, { method: 'PATCH', path, body: { enabled: false } });
  await rest(service);
  await noteChanges(service);
});

async function answersTo(endpoint: Endpoint, asked: Readonly<Record<string, Headers>>) {
  const request = exampleRequest(endpoint, fixture);
  const path = `${request.path}${request.path.includes('?') ? '&' : '?'}no_such_parameter=1`;
  const answers: Record<string, string> = {};
  for (const [name, headers] of Object.entries(asked)) {
    const { status, code } = await perform(service, headers, { ...request, path });
    answers[name] = `${status} ${code}`;
  }
  // Wrong credentials are counted for a minute.
  service.clock.moveTo(service.clock.now() + 61_000);
  return answers;
}

describe('every endpoint', () => {
  it('has a row in the hand-written table, and every row an endpoint', () => {
    expect(OF_CUSTOMERS.map(nameOf).toSorted()).toEqual(Object.keys(TABLE).toSorted());
  });

  it('has a name of its own', () => {
    const ids = ENDPOINTS.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  it('declares what the table says', () => {
    const declared = OF_CUSTOMERS.map((endpoint) => [nameOf(endpoint), declaredRow(endpoint)]);
    // Roles that depend on what is asked for stand in the table as what an agent key meets first.
    const expected = OF_CUSTOMERS.map((endpoint) => {
      const [who, unbound, locked] = TABLE[nameOf(endpoint)] ?? [];
      return [nameOf(endpoint), [who, unbound === 'INSUFFICIENT_SCOPE' ? undefined : unbound, locked]];
    });
    expect(declared).toEqual(expected);
  });

  it('of the owner is below one path, and nothing else is', () => {
    for (const endpoint of ENDPOINTS) {
      expect([nameOf(endpoint), endpoint.who === 'operator']).toEqual([nameOf(endpoint), isOwners(endpoint)]);
    }
  });
});

describe('each kind of caller gets what the table says from', () => {
  it.each(OF_CUSTOMERS.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    '%s',
    async (name, endpoint) => {
      const row = TABLE[name] as Row;
      const asked = Object.fromEntries(
        Object.entries(callers).map(([caller, { headers }]) => [caller, headers]),
      );
      const expected = Object.fromEntries(
        Object.entries(callers).map(([caller, { expected }]) => [caller, expected(row, endpoint)]),
      );
      expect(await answersTo(endpoint, asked)).toEqual(expected);
    },
  );

  it.each(ENDPOINTS.filter(isOwners).map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    '%s',
    async (_name, endpoint) => {
      const owner = bearer(service.daemon.operatorToken);
      const asked = {
        ...Object.fromEntries(Object.entries(callers).map(([caller, { headers }]) => [caller, headers])),
        'the token of the machine': owner,
        'a page with the token': { ...owner, origin: 'http://127.0.0.1' },
      };
      const expected = {
        ...Object.fromEntries(Object.keys(asked).map((caller) => [caller, '401 UNAUTHORIZED'])),
        'a cookie from another site': '403 FORBIDDEN',
        'the token of the machine': LET_IN,
        'a page with the token': '403 FORBIDDEN',
      };
      expect(await answersTo(endpoint, asked)).toEqual(expected);
    },
  );

  it('and these requests changed only times of last use and counts of wrong credentials', async () => {
    const changes = await takeChanges(service);
    const kinds = new Set(
      changes.map(({ table, act, columns }) => `${act} ${table} ${columns.join(' ')}`.trim()),
    );
    expect([...kinds].toSorted()).toEqual([
      'insert throttles',
      'update api_keys last_used_at',
      'update sessions last_seen_at',
      'update throttles ends_at',
    ]);
  });
});
