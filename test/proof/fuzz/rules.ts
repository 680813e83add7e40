import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { errorsOf } from '../../../shared/contract/endpoint.ts';
import { ERRORS, type ErrorCode, type ErrorDefinition } from '../../../shared/contract/errors.ts';
import type { Change } from '../contract/changes.ts';
import type { WireAnswer } from './wire.ts';

/** Rules for every answer to any request. */

/** Codes that any request can get before its endpoint is known. */
const BEFORE_THE_ENDPOINT: readonly ErrorCode[] = [
  'VALIDATION_ERROR',
  'NOT_FOUND',
  'FORBIDDEN',
  'UNSUPPORTED_MEDIA_TYPE',
  'PAYLOAD_TOO_LARGE',
];

const ENVELOPE = new Set(['error', 'code', 'details', 'conflicting_mailbox']);

/** Traces of the program: files, stacks, its database. */
const TRACES =
  /node_modules|\bat [\w.<>]+ \(|\.ts:\d|\.js:\d|SQLITE_|SqliteError|ZodError|TypeError|ENOENT|EACCES|no such column|node:internal/;

export function brokenByAnswer(endpoint: Endpoint, answer: WireAnswer, secrets: readonly string[]): string[] {
  const { status, text } = answer;
  if (status === 0) return ['the connection ended without an answer'];
  const broken: string[] = [];
  if (status >= 500 && status !== 502 && status !== 503) broken.push(`it answers ${status}`);
  if (status >= 400) broken.push(...brokenEnvelope(endpoint, answer));
  if (status >= 400) {
    const trace = TRACES.exec(text)?.[0];
    if (trace) broken.push(`the answer tells of the program: ${trace}`);
    if (secrets.some((each) => text.includes(each))) broken.push('the answer tells a secret or a path');
  }
  return broken;
}

function brokenEnvelope(endpoint: Endpoint, { status, type, text }: WireAnswer): string[] {
  if (type !== 'application/json; charset=utf-8') return [`an error has the type ${type}`];
  let body: Record<string, unknown>;
  try {
    body = JSON.parse(text);
  } catch {
    return ['an error is not JSON'];
  }
  const others = Object.keys(body).filter((name) => !ENVELOPE.has(name));
  if (others.length > 0) return [`the envelope has ${others.join(', ')}`];
  if (typeof body.error !== 'string' || typeof body.code !== 'string')
    return ['the envelope lacks error or code'];
  const code = body.code as ErrorCode;
  const known: ErrorDefinition | undefined = ERRORS[code];
  if (!known) return [`the code ${code} is not in the list`];
  if (!known.status.includes(status)) return [`${code} comes with ${status}`];
  const isDeclared = errorsOf(endpoint).includes(code) || BEFORE_THE_ENDPOINT.includes(code);
  return isDeclared ? [] : [`${endpoint.id} does not declare ${code}`];
}

/** Codes that tell of an effect: what was asked for was done, or has a trace by design. */
const EFFECTS: ReadonlySet<string> = new Set([
  // Strict outcomes of sends that were stored and charged, and a dispatch of which nothing is known.
  'EMAIL_EFFECT_HELD',
  'EMAIL_EFFECT_REJECTED',
  'EMAIL_EFFECT_HELD_INFRA',
  'DISPATCH_INDETERMINATE',
  // The scan that refused a draft stays with it.
  'DRAFT_REJECTED_BY_RESCAN',
]);

/** Notes that refused requests leave, with the reason. */
const NOTES: readonly { readonly change: RegExp; readonly code: RegExp; readonly why: string }[] = [
  {
    change: /^update (?:api_keys last_used_at|sessions last_seen_at)$/,
    code: /./,
    why: 'when a credential was used',
  },
  {
    change:
      /^(?:insert blocked_sends|insert events|(?:insert|update) event_throttles.*|insert webhook_deliveries)$/,
    code: /^RECIPIENT_(?:NOT_ON_ALLOWLIST|AGENT_CONTAINED)$/,
    why: 'refused sends are listed and told',
  },
  {
    change: /^(?:update|delete) challenges/,
    code: /^(?:VALIDATION_ERROR|REAUTH_INVALID|TOO_MANY|PHONE_VERIFICATION|VERIFICATION_CODE|UNAUTHORIZED|RATE_LIMITED)/,
    why: 'wrong codes are counted, dead ones removed',
  },
  {
    change: /^(?:insert|update) throttles/,
    code: /./,
    why: 'attempts are counted before they are checked',
  },
  {
    change: /^(?:insert challenges|insert sms_log|insert outbox)$/,
    code: /^MFA_REQUIRED$/,
    why: 'the second factor is asked for',
  },
  {
    change:
      /^(?:insert webhook_attempts|update webhook_deliveries attempt_count next_attempt_at|update webhooks last_failure_at)$/,
    code: /./,
    why: 'deliveries are tried again meanwhile',
  },
];

export function brokenByChanges(code: string | null, changes: readonly Change[]): string[] {
  if (code !== null && EFFECTS.has(code)) return [];
  return changes
    .map(({ table, act, columns }) => `${act} ${table} ${columns.join(' ')}`.trim())
    .filter((kind) => !NOTES.some((note) => note.change.test(kind) && note.code.test(code ?? '')))
    .map((kind) => `a refusal (${code}) left a change: ${kind}`);
}
