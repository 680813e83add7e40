import { NoTokenError } from '../log-in.ts';
import { UnreachableHostError } from '../self-hosted.ts';

/** Stage and reason of an IMAP failure, as codes: the server's own words are never shown. */
export interface ImapFailure {
  readonly stage: 'lookup' | 'connect' | 'tls' | 'login';
  readonly reason: string;
}

const TLS_CODE = /^(?:ERR_TLS|ERR_SSL|CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO)/;

export function failureOf(error: unknown): ImapFailure {
  if (error instanceof UnreachableHostError) return { stage: 'lookup', reason: error.reason };
  if (error instanceof NoTokenError) return { stage: 'login', reason: error.reason };
  const { code, authenticationFailed, tlsFailed } = error as {
    code?: unknown;
    authenticationFailed?: boolean;
    tlsFailed?: boolean;
  };
  if (authenticationFailed) return { stage: 'login', reason: 'login_refused' };
  const known = typeof code === 'string' && /^[A-Za-z_]{2,40}$/.test(code) ? code : 'failed';
  if (tlsFailed || TLS_CODE.test(known)) return { stage: 'tls', reason: known.toLowerCase() };
  return { stage: 'connect', reason: known.toLowerCase() };
}
