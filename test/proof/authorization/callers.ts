import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import * as api from '../../support/api.ts';
import { createTenant, type Service } from '../../support/service.ts';
import { bearer, type Fixture, type Headers } from '../contract/fixture.ts';
import type { Row } from './table.ts';

/**
 * Every kind of caller, and what each is to get from an endpoint before anything else of a request is looked
 * at.
 */

/** The answer to a known caller who may call, and whose query has a parameter that no endpoint knows. */
export const LET_IN = '400 VALIDATION_ERROR';

type Expect = (row: Row, endpoint: Endpoint) => string;

interface Caller {
  readonly headers: Headers;
  readonly expected: Expect;
}

const UNAUTHORIZED: Expect = ([who]) => (who === 'public' ? LET_IN : '401 UNAUTHORIZED');
const REVOKED: Expect = ([who]) => (who === 'public' ? LET_IN : '401 API_KEY_REVOKED');
/** A credential that the health check was sent is checked there too. */
const checkedByHealth =
  (expect: Expect): Expect =>
  (row, endpoint) =>
    endpoint.path === '/v1/health' ? expect(['any'], endpoint) : expect(row, endpoint);

const key =
  (role: 'admin' | 'agent'): Expect =>
  ([who]) => {
    if (who === 'session') return '403 SESSION_AUTH_REQUIRED';
    if (who === 'session+reauth') return '403 REAUTH_REQUIRES_SESSION';
    if (who === 'admin' && role === 'agent') return '403 INSUFFICIENT_SCOPE';
    return LET_IN;
  };

const lockedKey =
  (code: string): Expect =>
  (row, endpoint) =>
    row[0] === 'public' || row[2] === 'locked' ? key('admin')(row, endpoint) : `403 ${code}`;

/** A request in the browser of a signed-in person that does not come from the daemon's own pages. */
const notOwnPage: Expect = ([who], endpoint) =>
  endpoint.method !== 'GET' && who !== 'public' ? '403 FORBIDDEN' : LET_IN;

/** Signing up and in is as closed to pages of other sites as acting is. */
const otherSite: Expect = (_row, { method }) => (method === 'GET' ? LET_IN : '403 FORBIDDEN');

export async function createCallers(service: Service, fixture: Fixture): Promise<Record<string, Caller>> {
  const publicId = fixture.adminKey.split('.')[0];
  const revoked = await revokedKey(service, fixture);
  return {
    'no credential': { headers: {}, expected: UNAUTHORIZED },
    garbage: { headers: bearer('garbage'), expected: checkedByHealth(UNAUTHORIZED) },
    'a doubled scheme': {
      headers: bearer(`Bearer ${fixture.adminKey}`),
      expected: checkedByHealth(UNAUTHORIZED),
    },
    'another scheme': { headers: { authorization: 'Basic YTpi' }, expected: checkedByHealth(UNAUTHORIZED) },
    'a key that nobody has': {
      headers: bearer(`am_live_${'a'.repeat(22)}.${'b'.repeat(43)}`),
      expected: checkedByHealth(UNAUTHORIZED),
    },
    'a wrong secret': {
      headers: bearer(`${publicId}.${'c'.repeat(43)}`),
      expected: checkedByHealth(UNAUTHORIZED),
    },
    'a revoked key': { headers: revoked, expected: checkedByHealth(REVOKED) },
    'a revoked key beside a session': {
      headers: { ...fixture.person, ...revoked },
      expected: checkedByHealth(REVOKED),
    },
    'the key of a deleted account': {
      headers: await keyOfDeletedAccount(service),
      expected: checkedByHealth(REVOKED),
    },
    'the token of the machine': {
      headers: bearer(service.daemon.operatorToken),
      expected: checkedByHealth(UNAUTHORIZED),
    },
    'a made-up session': {
      headers: { ...fixture.person, cookie: `agentmail_session=${'x'.repeat(43)}` },
      expected: UNAUTHORIZED,
    },
    'an agent key': { headers: fixture.agent, expected: key('agent') },
    'an admin key': { headers: fixture.admin, expected: key('admin') },
    'a signed-in person': { headers: fixture.person, expected: () => LET_IN },
    'an agent key beside a session': {
      headers: { ...fixture.person, ...fixture.agent },
      expected: key('agent'),
    },
    'a cookie alone': { headers: fixture.cookie, expected: notOwnPage },
    'the cookie of a page without its secret': { headers: fixture.pageCookie, expected: UNAUTHORIZED },
    'the cookie of a page beside another': {
      headers: { ...fixture.person, cookie: `${fixture.person.cookie}; ${fixture.pageCookie.cookie}` },
      expected: UNAUTHORIZED,
    },
    "a program's cookie with the secret of a page": {
      headers: { ...fixture.person, 'x-agentmail-page': 's'.repeat(43) },
      expected: UNAUTHORIZED,
    },
    'a cookie from another site': {
      headers: { ...fixture.person, origin: 'https://evil.example' },
      expected: otherSite,
    },
    'a key before its email is verified': {
      headers: await lockedAdmin(service, 'email'),
      expected: lockedKey('EMAIL_NOT_VERIFIED'),
    },
    'a key before its phone is verified': {
      headers: await lockedAdmin(service, 'phone'),
      expected: lockedKey('PHONE_NOT_VERIFIED'),
    },
  };
}

async function revokedKey(service: Service, fixture: Fixture): Promise<Headers> {
  const made = await fetch(`${service.daemon.runtime.http}/v1/accounts/api-keys`, {
    method: 'POST',
    headers: { ...fixture.admin, 'content-type': 'application/json' },
    body: JSON.stringify({ role: 'admin' }),
  });
  const { id, api_key: secret } = (await made.json()) as { id: string; api_key: string };
  await service.call(secret, api.revokeApiKey, { id });
  return bearer(secret);
}

async function keyOfDeletedAccount(service: Service): Promise<Headers> {
  const { admin } = await createTenant(service, { email: 'gone@example.com', mailbox: 'gone' });
  await service.call(admin, api.deleteAccount);
  return bearer(admin);
}

async function lockedAdmin(service: Service, pending: 'email' | 'phone'): Promise<Headers> {
  const made = await service.operator(api.operatorCreateAccount, {
    email: `locked-${pending}@example.com`,
    phone_number: '+4915112345678',
    verified: false,
  });
  await service.daemon.context.store.write('none', ({ db }) =>
    db
      .updateTable('accounts')
      .set({ email_verified_at: pending === 'email' ? null : 1 })
      .where('id', '=', made.body.account_id)
      .execute(),
  );
  return bearer(made.body.api_key);
}
