import { newPasswordHash } from '../../daemon/access/password.ts';
import { openSession as open } from '../../daemon/access/sessions/open.ts';
import { PAGE_SECRET_HEADER, SESSION_COOKIE } from '../../shared/contract/sessions.ts';
import * as api from './api.ts';
import { type Call, type Input, unchecked } from './calls.ts';
import type { Reply, Service, TenantOptions } from './service.ts';

/** People with a browser: they sign in and carry a cookie. */

export const PASSWORD = 'a long and quiet evening';

/** Header that the page of a browser sends with each request. */
export const FROM_PAGE = { [PAGE_SECRET_HEADER]: 'secret-of-the-page'.padEnd(43, '0') } as const;

export interface Person {
  readonly accountId: string;
  readonly email: string;
  readonly cookie: string;
  /** Sent with each call, as the CLI does. */
  readonly headers: Readonly<Record<string, string>>;
  readonly call: Call;
}

/** Creates an account with a password, as the operator does. */
export async function createPerson(
  service: Service,
  { email = 'person@example.com', tier, password = PASSWORD }: TenantOptions & { password?: string } = {},
): Promise<{ accountId: string; admin: string; email: string }> {
  const { account_id, api_key } = await service.must(
    service.daemon.operatorToken,
    api.operatorCreateAccount,
    { email, password, ...(tier && { tier }) },
  );
  return { accountId: account_id, admin: api_key, email };
}

/** Signs in over HTTP. */
export async function signIn(
  service: Service,
  email = 'person@example.com',
  proof: Record<string, string> = { password: PASSWORD },
): Promise<Person> {
  return signInWith(service, { email, ...proof }, {});
}

/** Signs in as the page does, with its secret. */
export async function signInToPage(
  service: Service,
  email = 'person@example.com',
  proof: Record<string, string> = { password: PASSWORD },
): Promise<Person> {
  return signInWith(service, { email, ...proof }, FROM_PAGE);
}

async function signInWith(
  service: Service,
  body: { readonly email: string },
  headers: Readonly<Record<string, string>>,
): Promise<Person> {
  const reply = await service.call({ headers }, api.login, unchecked(body));
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
  const { account_id: accountId } = reply.body as { account_id: string };
  return personWith(service, { accountId, email: body.email, cookie: cookieOf(reply) }, headers);
}

/** Opens the page by a link of the operator. */
export async function openPage(service: Service, account: string): Promise<Person> {
  const link = await service.must(service.daemon.operatorToken, api.operatorCreatePageLink, { id: account });
  const body = { token: new URL(link.url).hash.slice(1) };
  const opened = await service.request(null, 'POST /app/session', { body, headers: FROM_PAGE });
  const cookie = cookieOf(opened);
  const me = await service.must({ headers: { cookie, ...FROM_PAGE } }, api.getCaller);
  return personWith(service, { accountId: me.account_id, email: me.email, cookie }, FROM_PAGE);
}

/** Opens a session of an account, which gets a password for re-authentication, without mail or audit rows. */
export async function openSession(service: Service, accountId: string): Promise<Person> {
  const { context } = service.daemon;
  const password_hash = await newPasswordHash(PASSWORD, 'nobody@example.com');
  return context.store.write({ account: accountId }, async (transaction) => {
    const { email } = await transaction.db
      .updateTable('accounts')
      .set({ password_hash })
      .where('id', '=', accountId)
      .returning('email')
      .executeTakeFirstOrThrow();
    const client = { address: '127.0.0.1', userAgent: 'test', secure: false, pageSecret: null };
    const { token } = await open(context, transaction, { accountId, client });
    return personWith(service, { accountId, email, cookie: `${SESSION_COOKIE}=${token}` });
  });
}

export function personWith(
  service: Service,
  person: Pick<Person, 'accountId' | 'email' | 'cookie'>,
  more: Readonly<Record<string, string>> = {},
): Person {
  const headers = { cookie: person.cookie, 'x-requested-with': 'agentmail', ...more };
  return {
    ...person,
    headers,
    call: (endpoint, ...input) => service.call({ headers }, endpoint, ...input),
  };
}

/** `name=value` of the cookie that an answer sets. */
export function cookieOf(reply: Reply<unknown>): string {
  const header = reply.headers.get('set-cookie');
  if (!header) throw new Error(`no cookie: ${JSON.stringify(reply.body)}`);
  return header.split(';')[0] ?? '';
}

/** Outbox items, newest first. */
export async function outbox(service: Service, filter: Input<typeof api.listOutbox> = {}) {
  // Mail that anyone may ask for is written after the answer.
  await service.drain();
  return (await service.operator(api.listOutbox, filter)).body.items;
}

/** The six digits of the newest kept message of a kind. */
export async function newestCode(service: Service, kind: 'email' | 'sms', to?: string): Promise<string> {
  const [item] = await outbox(service, to === undefined ? { kind } : { kind, to });
  const code = /\b\d{6}\b/.exec(item?.text ?? '')?.[0];
  if (!code) throw new Error(`no code for ${to ?? kind}`);
  return code;
}
