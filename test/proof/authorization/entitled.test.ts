import { beforeAll, describe, expect, it, vi } from 'vitest';
import { newTotpSecret } from '../../../daemon/access/factors/totp.ts';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { ENDPOINTS } from '../../../shared/contract/index.ts';
import { sharedService } from '../../support/service.ts';
import { exampleRequest } from '../contract/examples.ts';
import { createFixture, type Fixture, type Headers, PERSON_PASSWORD } from '../contract/fixture.ts';
import { type Answer, perform } from '../contract/request.ts';
import { LOOSENINGS } from './loosening.ts';
import { isOwners, TABLE } from './table.ts';

// Nothing here measures time; a busy machine has it.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

/**
 * Who may do something can: without this, a matrix of refusals would be content with a service that refuses
 * all.
 */

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const service = sharedService();
let shared: Fixture;
let made = 0;

beforeAll(async () => {
  shared = await createFixture(service, 'shared');
});

const freshFixture = () => {
  made += 1;
  return createFixture(service, `fixture-${made}`);
};

/** Answers about access, or about a request that never reached the operation. */
function stoppedEarly({ status, code, text }: Answer): boolean {
  if (status === 500 || status === 401 || code === 'INSUFFICIENT_SCOPE' || code === 'MAILBOX_ACCESS_DENIED')
    return true;
  if (code === 'SESSION_AUTH_REQUIRED' || code === 'REAUTH_REQUIRES_SESSION' || code === 'NOT_FOUND')
    return true;
  return code === 'VALIDATION_ERROR' && text.includes('"issues"');
}

/** Calls that end a caller or the resource: tried once, by the weakest allowed caller. */
const ENDS = new Set(['DELETE', 'keys.rotate', 'auth.logout', 'auth.password.change']);
/** The one thing that a key may do to a key: end itself. */
const ONLY_ADMINS = new Set(['keys.revoke', 'keys.instruction_trust', 'mailboxes.outbound-attachments']);

function entitled(endpoint: Endpoint, fixture: Fixture): (readonly [string, Headers])[] {
  const person = ['a person', fixture.person] as const;
  if (endpoint.who === 'session') return [person];
  const admins = [['an admin key', fixture.admin] as const, person];
  const isAdmins = endpoint.who === 'admin' || ONLY_ADMINS.has(endpoint.id);
  return isAdmins ? admins : [['an agent key', fixture.agent], ...admins];
}

/** They want an idempotency key, a phone, or text messages as a second factor, which nobody here has. */
const NEEDS_MORE = new Set([
  'messages.idempotency',
  'auth.resend_phone_verification',
  'auth.reauth.sms.send',
]);

const served = ENDPOINTS.filter(
  ({ id, path, who }) => !isOwners(path) && who !== 'public' && !NEEDS_MORE.has(id),
);

describe('whoever the table lets in reaches the operation of', () => {
  it.each(served.map((endpoint) => [nameOf(endpoint), endpoint] as const))('%s', async (name, endpoint) => {
    expect(TABLE[name]).toBeDefined();
    const endsThem = ENDS.has(endpoint.method) || ENDS.has(endpoint.id);
    const fixture = endsThem ? await freshFixture() : shared;
    const callers = entitled(endpoint, fixture);
    for (const [caller, headers] of endsThem ? callers.slice(0, 1) : callers) {
      const answer = await perform(service, headers, exampleRequest(endpoint, fixture));
      expect([caller, stoppedEarly(answer), answer.status, answer.text.slice(0, 300)]).toEqual([
        caller,
        false,
        answer.status,
        answer.text.slice(0, 300),
      ]);
    }
  });
});

/** Asks while the person has a second factor, whose codes nobody knows. */
async function withFactor<T>(fixture: Fixture, method: 'totp' | 'sms', ask: () => Promise<T>): Promise<T> {
  const { context } = service.daemon;
  const have = (mfa_method: 'totp' | 'sms' | 'none') =>
    context.store.write('none', ({ db }) =>
      db
        .updateTable('accounts')
        .set({ mfa_method, totp_secret: newTotpSecret(context, fixture.email).sealed })
        .where('id', '=', fixture.accountId)
        .execute(),
    );
  await have(method);
  const answer = await ask();
  await have('none');
  return answer;
}

describe('only a person with fresh proof gets', () => {
  it.each(Object.entries(LOOSENINGS))('%s', async (_name, loosening) => {
    const endsSessions = loosening.path(shared).endsWith('password/change');
    // One of a person's few tries goes to a wrong proof.
    service.clock.moveTo(service.clock.now() + 16 * 60_000);
    const fixture = endsSessions ? await freshFixture() : shared;
    const { method, path, body, tightened } = loosening;
    const request = (more: object) => ({ method, path: path(fixture), body: { ...body(fixture), ...more } });
    if (tightened) {
      const { status, text } = await perform(service, fixture.admin, {
        method,
        path: path(fixture),
        body: tightened,
      });
      expect([status, text]).toEqual([200, text]);
    }
    const codeOf = async (headers: Headers, more: object = {}) =>
      (await perform(service, headers, request(more))).code;
    expect({
      agent: await codeOf(fixture.agent),
      agentWithProof: await codeOf(fixture.agent, { reauth_token: PERSON_PASSWORD }),
      admin: await codeOf(fixture.admin),
      adminWithProof: await codeOf(fixture.admin, { reauth_token: PERSON_PASSWORD }),
      person: await codeOf(fixture.person),
      wrongProof: await codeOf(fixture.person, { reauth_token: 'not their password' }),
    }).toEqual({
      agent: loosening.agent,
      agentWithProof: loosening.agent,
      admin: 'REAUTH_REQUIRES_SESSION',
      adminWithProof: 'REAUTH_REQUIRES_SESSION',
      person: 'REAUTH_REQUIRED',
      wrongProof: 'REAUTH_INVALID_PASSWORD',
    });
    expect({
      wrongTotp: await withFactor(fixture, 'totp', () => codeOf(fixture.person, { reauth_token: '000000' })),
      wrongSms: await withFactor(fixture, 'sms', () =>
        codeOf(fixture.person, { reauth_token: '000000', reauth_challenge: 'nobody asked' }),
      ),
    }).toEqual({ wrongTotp: 'REAUTH_INVALID_TOTP', wrongSms: 'REAUTH_INVALID_CHALLENGE' });
    const proven = await perform(service, fixture.person, request({ reauth_token: PERSON_PASSWORD }));
    expect(`${proven.status} ${proven.code ?? ''}`, proven.text).toContain(loosening.proven);
  });
});
