import type { z } from 'zod';
import type { selfHostedInput } from '../shared/contract/domains.ts';
import { UUID_SHAPE } from '../shared/contract/fields.ts';
import type { Context } from './context.ts';
import { UsageError } from './errors.ts';
import { isShortId, matching, onlyOne } from './ids.ts';
import { secretsOf } from './secrets.ts';

type SelfHosted = z.input<typeof selfHostedInput>;
type MailServer = SelfHosted['smtp'];

const DOMAIN = { noun: 'domain', list: 'agentmail domains list' };

/** The id of a domain that is named by its id or its name. */
export async function domainId(context: Context, reference: string): Promise<string> {
  if (UUID_SHAPE.test(reference)) return reference;
  const { listDomains } = await import('../shared/contract/domains.ts');
  const client = await context.client();
  const { domains } = await client.call(listDomains, {});
  const found = domains.find(({ domain_name: name }) => name === reference.toLowerCase());
  if (found) return found.id;
  const ending = isShortId(reference)
    ? matching(
        reference,
        domains.map(({ id, domain_name: name }) => ({ id, about: name })),
      )
    : [];
  if (ending.length > 0) return onlyOne(reference, DOMAIN, ending).id;
  throw new UsageError(`The account has no domain ${reference}. List them: agentmail domains list`);
}

const SERVER =
  /^(?<scheme>smtps?|imaps?|starttls|tls):\/\/(?:(?<user>[^/]+)@)?(?<host>[^/@:[\]]+|\[[^\]]+\]):(?<port>\d+)$/;
const IMMEDIATE = ['smtps', 'imaps', 'tls'];

/** Reads `imaps://user@host:port`; the user may have an @ of its own. */
export function serverOf(
  flag: string,
  text: string,
): Omit<MailServer, 'password' | 'username'> & { username?: string } {
  const { scheme = '', user, host = '', port } = SERVER.exec(text)?.groups ?? {};
  if (host === '')
    throw new UsageError(`${flag} must be SCHEME://USER@HOST:PORT, such as imaps://me@imap.example.com:993.`);
  if (user?.includes(':'))
    throw new UsageError(`${flag} must not contain a password. It is prompted for, or read from stdin.`);
  return {
    host: host.replace(/^\[|\]$/g, ''),
    port: Number(port),
    security: IMMEDIATE.includes(scheme) ? 'tls' : 'starttls',
    ...(user === undefined ? {} : { username: decodeURIComponent(user) }),
  };
}

/** Passwords of both servers, never from the command line. IMAP uses SMTP's by default. */
export async function serverPasswords(context: Context): Promise<{ smtp: string; imap: string }> {
  const secrets = secretsOf(context);
  const smtp = await secrets.ask('SMTP password');
  return { smtp, imap: (await secrets.askIfAny('IMAP password (empty: same as SMTP)')) ?? smtp };
}
