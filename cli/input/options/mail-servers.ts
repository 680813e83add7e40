import type { z } from 'zod';
import type { selfHostedInput } from '../../../shared/contract/domains.ts';
import type { CommandContext } from '../../context.ts';
import { UsageError } from '../../errors.ts';

type MailServerInput = z.input<typeof selfHostedInput>['smtp'];

const SERVER =
  /^(?<scheme>smtps?|imaps?|smtp\+starttls|imap\+starttls|starttls|tls):\/\/(?:(?<user>[^/]+)@)?(?<host>[^/@:[\]]+|\[[^\]]+\])(?::(?<port>\d+))?\/?$/;
const IMMEDIATE = ['smtps', 'imaps', 'tls'];
const PORTS: Readonly<Record<string, number>> = {
  imaps: 993,
  imap: 143,
  'imap+starttls': 143,
  smtps: 465,
  smtp: 587,
  'smtp+starttls': 587,
};

/** Reads `imaps://user@host:port`; the user may have an @ of its own. */
export function serverOf(
  flag: string,
  text: string,
): Omit<MailServerInput, 'password' | 'username'> & { username?: string } {
  const { scheme = '', user, host = '', port } = SERVER.exec(text)?.groups ?? {};
  const number = port === undefined ? PORTS[scheme] : Number(port);
  if (host === '' || number === undefined)
    throw new UsageError(`${flag} must be SCHEME://USER@HOST:PORT, such as imaps://me@imap.example.com:993.`);
  if (user?.includes(':'))
    throw new UsageError(`${flag} must not contain a password. It is prompted for, or read from stdin.`);
  return {
    host: host.replace(/^\[|\]$/g, ''),
    port: number,
    security: IMMEDIATE.includes(scheme) ? 'tls' : 'starttls',
    ...(user === undefined ? {} : { username: decodeURIComponent(user) }),
  };
}

/** Both URLs of a connected mailbox, which needs both. */
export function requireServers(
  imap: string | undefined,
  smtp: string | undefined,
): { readonly imap: string; readonly smtp: string } {
  if (imap === undefined || smtp === undefined)
    throw new UsageError(
      'Both servers are required.',
      'pass --imap imaps://imap.example.com --smtp smtps://smtp.example.com',
    );
  return { imap, smtp };
}

/** Passwords of both servers, never from the command line. IMAP uses SMTP's by default. */
export async function serverPasswords(context: CommandContext): Promise<{ smtp: string; imap: string }> {
  const { secrets } = context;
  const smtp = await secrets.ask('SMTP password');
  return { smtp, imap: (await secrets.askIfAny('IMAP password (empty: same as SMTP)')) ?? smtp };
}
