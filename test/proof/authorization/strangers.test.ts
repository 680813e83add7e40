import { beforeAll, describe, expect, it, vi } from 'vitest';
import { SECOND, SystemClock } from '../../../daemon/platform/system/clock.ts';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { ENDPOINTS } from '../../../shared/contract/index.ts';
import { sharedService } from '../../support/service.ts';
import { noteChanges, takeChanges } from '../contract/changes.ts';
import { exampleBody, exampleRequest } from '../contract/examples.ts';
import { createFixture, type Fixture, type Headers, rest } from '../contract/fixture.ts';
import {
  type Answer,
  idIn,
  inputSchema,
  parametersOf,
  perform,
  REFERENCES,
  type Request,
  unknownId,
} from '../contract/request.ts';
import { isOwners, TABLE } from './table.ts';

// Nothing here measures time; a busy machine has it.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

/** Nobody learns what exists elsewhere: what is somebody else's answers exactly as what is nobody's. */

const ENDPOINTS_OF_CUSTOMERS = ENDPOINTS.filter(({ path }) => !isOwners(path));
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

// The clock stands still: retries of webhooks would become due on a slow machine, and change rows.
const service = sharedService({ clock: new SystemClock({ settable: true, frozenAt: Date.now() }) });
let mine: Fixture;
let theirs: Fixture;

beforeAll(async () => {
  mine = await createFixture(service, 'mine');
  theirs = await createFixture(service, 'theirs');
  await rest(service);
  await noteChanges(service);
});

/** Notes of who used what, and read what. */
const READ = /^insert audit_log \S+\.read$/;
const NOTES = new Set(['update api_keys last_used_at', 'update sessions last_seen_at']);

async function expectNoChange(): Promise<void> {
  const kinds = (await takeChanges(service)).map(({ table, act, columns }) =>
    `${act} ${table} ${columns.join(' ')}`.trim(),
  );
  expect(kinds.filter((kind) => !NOTES.has(kind) && !READ.test(kind))).toEqual([]);
}

/** An answer without the id that was asked for. */
const blind = ({ status, text }: Answer, asked: string) =>
  `${status} ${text.replaceAll(asked, 'ID').replaceAll(encodeURIComponent(asked), 'ID')}`;

function callersOf(endpoint: Endpoint): readonly (readonly [string, Headers])[] {
  const person = ['a person', mine.person] as const;
  if (endpoint.who === 'session') return [person];
  return [person, ['an admin key', mine.admin], ['an agent key', mine.agent]];
}

const withParameters = ENDPOINTS_OF_CUSTOMERS.flatMap((endpoint) =>
  parametersOf(endpoint)
    .filter(({ kind }) => kind !== 'index' && kind !== 'token')
    .map(({ kind }) => [kind, nameOf(endpoint), endpoint] as const),
);

describe('the id of another account in the path is as unknown as one of nobody', () => {
  it.each(withParameters)('%s in %s', async (kind, _name, endpoint) => {
    const swap = (id: string) => (each: string) => (each === kind ? id : idIn(mine, each));
    for (const [name, headers] of callersOf(endpoint)) {
      const foreign = idIn(theirs, kind);
      const nobodys = unknownId(kind);
      const ofOthers = await perform(service, headers, exampleRequest(endpoint, mine, swap(foreign)));
      const ofNobody = await perform(service, headers, exampleRequest(endpoint, mine, swap(nobodys)));
      expect([name, blind(ofOthers, foreign)]).toEqual([name, blind(ofNobody, nobodys)]);
      const codes = ['NOT_FOUND', 'TRUSTED_SOURCE_NOT_FOUND', 'INSUFFICIENT_SCOPE'];
      expect([name, codes.includes(ofOthers.code ?? ''), ofOthers.text]).toEqual([name, true, ofOthers.text]);
    }
    await expectNoChange();
  });

  it.each(withParameters.filter(([kind]) => kind === 'mailbox'))(
    'the name of a %s in %s',
    async (_kind, _name, endpoint) => {
      const named = (name: string) => (each: string) => (each === 'mailbox' ? name : idIn(mine, each));
      for (const [name, headers] of callersOf(endpoint)) {
        const ofOthers = await perform(service, headers, exampleRequest(endpoint, mine, named('theirs')));
        const ofNobody = await perform(service, headers, exampleRequest(endpoint, mine, named('nobodys')));
        expect([name, blind(ofOthers, 'theirs')]).toEqual([name, blind(ofNobody, 'nobodys')]);
      }
      // An agent key finds the names of its own mailboxes only.
      const unbound = await perform(service, mine.stranger, exampleRequest(endpoint, mine, named('mine')));
      const ofNobody = await perform(
        service,
        mine.stranger,
        exampleRequest(endpoint, mine, named('nobodys')),
      );
      expect(blind(unbound, 'mine')).toBe(blind(ofNobody, 'nobodys'));
      await expectNoChange();
    },
  );
});

/** Fields of bodies and queries that name something. */
const withFields = ENDPOINTS_OF_CUSTOMERS.flatMap((endpoint) => {
  const parts = [
    ['body', endpoint.body],
    ['query', endpoint.query],
  ] as const;
  return parts.flatMap(([part, schema]) =>
    Object.entries((schema && inputSchema(schema).properties) ?? {})
      .filter(([field]) => field in REFERENCES)
      .map(([field, { type }]) => ({
        part,
        field,
        isList: type === 'array',
        endpoint,
        name: nameOf(endpoint),
      })),
  );
});

/** Fields that a field needs beside it to be checked. */
const BESIDE: Readonly<Record<string, (field: string) => object>> = {
  'POST /v1/messages/send': (field) =>
    field === 'thread_id' ? { from_mailbox: undefined, to: undefined, subject: undefined } : {},
  'POST /v1/mailboxes/:id/trusted-sources': () => ({ value: undefined }),
};

function withField(
  { part, field, isList, endpoint, name }: (typeof withFields)[number],
  id: string,
): Request {
  const request = exampleRequest(endpoint, mine);
  if (part === 'query') {
    const later = new Date(service.clock.now() + SECOND).toISOString();
    const beside = field === 'before_id' ? `&before_at=${later}` : '';
    return { ...request, path: `${request.path.split('?')[0]}?${field}=${encodeURIComponent(id)}${beside}` };
  }
  const body = exampleBody(endpoint, mine);
  if (body instanceof FormData) {
    body.set(field, id);
    return { ...request, body };
  }
  const beside = BESIDE[name]?.(field) ?? {};
  return { ...request, body: { ...(body as object), ...beside, [field]: isList ? [id] : id } };
}

describe('the id of another account in a field is as unknown as one of nobody', () => {
  it.each(withFields)('$field of the $part of $name', async (item) => {
    const kind = REFERENCES[item.field] ?? '';
    for (const [name, headers] of callersOf(item.endpoint)) {
      const ofOthers = await perform(service, headers, withField(item, idIn(theirs, kind)));
      const ofNobody = await perform(service, headers, withField(item, unknownId(kind)));
      expect([name, blind(ofOthers, idIn(theirs, kind))]).toEqual([name, blind(ofNobody, unknownId(kind))]);
      // A position between deliveries need not be one of them.
      if (item.field === 'before_id') continue;
      expect([name, ofOthers.status >= 400, ofOthers.text]).toEqual([name, true, ofOthers.text]);
    }
    await expectNoChange();
  });
});

describe('an agent key that is not bound to the mailbox gets what the table says from', () => {
  const concerned = ENDPOINTS_OF_CUSTOMERS.filter((endpoint) => {
    const [who, unbound] = TABLE[nameOf(endpoint)] ?? [];
    return unbound !== undefined || who === 'admin';
  });

  it.each(concerned.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    '%s',
    async (name, endpoint) => {
      const [who, unbound] = TABLE[name] ?? [];
      const request =
        name === 'GET /v1/events'
          ? { method: 'GET', path: `/v1/events?mailbox=${mine.mailbox.id}` }
          : exampleRequest(endpoint, mine);
      const answer = await perform(service, mine.stranger, request);
      expect(answer.code).toBe(who === 'admin' ? 'INSUFFICIENT_SCOPE' : unbound);
      if (unbound === 'NOT_FOUND') {
        // Masked means exactly that.
        const nobodys = await perform(service, mine.stranger, exampleRequest(endpoint, mine, unknownId));
        expect(answer.text).toBe(nobodys.text);
      }
      await expectNoChange();
    },
  );
});
