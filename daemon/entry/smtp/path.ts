import { isIP } from 'node:net';
import { parseSpec } from '../../content/mime/address-spec.ts';

/** The path of MAIL or RCPT and its parameters; a quoted path may contain anything (RFC 5321 4.1.2). */
const COMMAND =
  /^([a-z]+ [a-z]+)[ \t]*:[ \t]*<((?:"(?:\\[^\r\n]|[^"\\\r\n])*"|[^\s<>"()])*)>(?=[ \t\r\n]|$)/i;
/** A source route, `@relay.example:`, is ignored (RFC 5321 appendix C). */
const SOURCE_ROUTE = /^@[^@,:]+(?:,@[^@,:]+)*:/;
/** Invisible characters, which make different addresses look alike. */
const INVISIBLE = /[\u200b\u2060\ufeff]/;
/** Underscores too: real host names have them. */
const LABEL = /^[a-z0-9_\u0080-\uffff](?:[a-z0-9_\u0080-\uffff-]*[a-z0-9_\u0080-\uffff])?$/i;

/** A parsed command such as `MAIL FROM:<a@b.example> SIZE=1`. */
export interface PathCommand {
  /** `MAIL FROM`, in upper case. */
  readonly name: string;
  /** Normalised; empty for the null path. */
  readonly address: string;
  readonly parameters: string;
}

/** Null when the path is invalid. */
export function readPathCommand(line: string): PathCommand | null {
  const match = COMMAND.exec(line);
  if (!match) return null;
  const [all, name = '', path = ''] = match;
  const forName = name.toUpperCase();
  const address = addressOf(path.replace(SOURCE_ROUTE, ''), forName === 'RCPT TO');
  return address === null ? null : { name: forName, address, parameters: line.slice(all.length) };
}

function addressOf(path: string, toRecipient: boolean): string | null {
  // RFC 5321 4.1.1.3: postmaster needs no domain.
  if (path === '' || (toRecipient && path.toLowerCase() === 'postmaster')) return path;
  const address = INVISIBLE.test(path) ? undefined : parseSpec(path)?.address;
  if (address === undefined) return null;
  return isDomain(address.slice(address.lastIndexOf('@') + 1)) ? address : null;
}

function isDomain(domain: string): boolean {
  if (!domain.startsWith('[')) return domain.split('.').every((label) => LABEL.test(label));
  return isIP(domain.slice(1, -1).replace(/^ipv6:/i, '')) !== 0;
}
