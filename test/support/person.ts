import { newPasswordHash } from '../../daemon/access/password.ts';
import { openSession } from '../../daemon/access/sessions/open.ts';
import { SESSION_COOKIE, SESSION_REQUEST_HEADER } from '../../shared/contract/sessions.ts';
import type { Reply, Service } from './service.ts';

/** A signed-in person, whose method of fresh proof is the password. */
export interface Person {
  readonly password: string;
  call<T = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<Reply<T>>;
}

/** Opens a dashboard session of an account. */
export async function signIn(service: Service, accountId: string): Promise<Person> {
  const password = 'correct horse battery';
  const { context } = service.daemon;
  const hash = await newPasswordHash(password, 'nobody@example.com');
  const session = await context.store.write(async (transaction) => {
    await transaction.db
      .updateTable('accounts')
      .set({ password_hash: hash })
      .where('id', '=', accountId)
      .execute();
    const client = { address: '127.0.0.1', userAgent: 'test', secure: false };
    return openSession(context, transaction, { accountId, client });
  });
  return {
    password,
    call: (method, path, body) =>
      service.call(null, method, path, body, {
        cookie: `${SESSION_COOKIE}=${session.token}`,
        [SESSION_REQUEST_HEADER.name]: SESSION_REQUEST_HEADER.value,
      }),
  };
}
