import type { Reply, Service } from './service.ts';

/** People with a browser: they sign in and carry a cookie. */

export const PASSWORD = 'a long and quiet evening';

export interface Person {
  readonly accountId: string;
  readonly email: string;
  readonly cookie: string;
  /** Calls the REST API with the session cookie, as the CLI does. */
  call<T = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Reply<T>>;
}

/** An account with a password, made by the operator. */
export async function createPerson(
  service: Service,
  options: { email?: string; tier?: string; password?: string } = {},
): Promise<{ accountId: string; admin: string; email: string }> {
  const email = options.email ?? 'person@example.com';
  const account = await service.operator<{ account_id: string; api_key: string }>('POST', '/accounts', {
    email,
    password: options.password ?? PASSWORD,
    ...(options.tier && { tier: options.tier }),
  });
  if (account.status !== 201) throw new Error(JSON.stringify(account.body));
  return { accountId: account.body.account_id, admin: account.body.api_key, email };
}

/** Signs in and returns the person. */
export async function signIn(
  service: Service,
  email = 'person@example.com',
  proof: Record<string, string> = { password: PASSWORD },
): Promise<Person> {
  const reply = await service.call<{ account_id: string }>(null, 'POST', '/v1/auth/login', {
    email,
    ...proof,
  });
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
  return personWith(service, reply.body.account_id, email, cookieOf(reply));
}

export function personWith(service: Service, accountId: string, email: string, cookie: string): Person {
  return {
    accountId,
    email,
    cookie,
    call: (method, path, body, headers) =>
      service.call(null, method, path, body, { cookie, 'x-requested-with': 'agentmail', ...headers }),
  };
}

/** `name=value` of the cookie that an answer sets. */
export function cookieOf(reply: Reply<unknown>): string {
  const header = reply.headers.get('set-cookie');
  if (!header) throw new Error(`no cookie: ${JSON.stringify(reply.body)}`);
  return header.split(';')[0] ?? '';
}

interface OutboxItem {
  readonly id: string;
  readonly kind: string;
  readonly to: string;
  readonly text: string;
  readonly purpose: string;
}

/** Outbox items, newest first. */
export async function outbox(service: Service, query = ''): Promise<OutboxItem[]> {
  // Mail that anyone may ask for is written after the answer.
  await service.drain();
  const reply = await service.operator<{ items: OutboxItem[] }>('GET', `/outbox${query}`);
  return reply.body.items;
}

/** The six digits of the newest kept message of a kind. */
export async function newestCode(service: Service, kind: 'email' | 'sms', to?: string): Promise<string> {
  const query = `?kind=${kind}${to === undefined ? '' : `&to=${encodeURIComponent(to)}`}`;
  const [item] = await outbox(service, query);
  const code = /\b\d{6}\b/.exec(item?.text ?? '')?.[0];
  if (!code) throw new Error(`no code for ${to ?? kind}`);
  return code;
}
