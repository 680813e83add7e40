import type { DnsAnswer } from '../../system/dns.ts';
import { type HeaderField, readHeaderBlock, removeHeaderFields } from '../mime/fields.ts';

/** A message signed more often than this is looked at up to here: each signature may ask for a pass over the body. */
const MAX_SIGNATURES = 10;
/** Fields of fifty ARC sets, the most that RFC 8617 allows. */
const MAX_ARC_FIELDS = 150;

/** What the check of signatures came to; survives structured cloning. */
export interface SignatureReport {
  readonly signatures: readonly {
    readonly domain: string;
    readonly result: CheckResult;
    /** Bytes of the body that the signature does not cover: anybody may have added them. */
    readonly uncovered: number;
  }[];
  /** The verdict on the chain and who sealed it last; null without a chain. */
  readonly arc: { readonly result: CheckResult; readonly domain: string | null } | null;
  /** Addresses in From as mailauth reads them: a second opinion on who wrote the message. */
  readonly headerFrom: readonly string[];
  readonly fromFields: number;
}

/** Results of RFC 8601 that matter here. */
export type CheckResult = 'pass' | 'fail' | 'temperror' | 'neutral' | 'none';

/** The result by the word of a check of SPF, DKIM or ARC; all else is a failure, such as `softfail` and `permerror`. */
export function checkResult(result: string): CheckResult {
  switch (result) {
    case 'pass':
    case 'temperror':
    case 'neutral':
    case 'none':
      return result;
    case 'temperr':
      return 'temperror';
    default:
      return 'fail';
  }
}

/** Public keys of a message by the name where they are published. */
export type KeyAnswers = Readonly<Record<string, DnsAnswer<string>>>;

/** What an analysis thread is asked. */
export interface SignatureTask {
  readonly raw: Uint8Array;
  readonly keys: KeyAnswers;
  /** Milliseconds since 1970: signatures expire. */
  readonly at: number;
}

const SIGNATURE_FIELDS: ReadonlySet<string> = new Set([
  'dkim-signature',
  'arc-seal',
  'arc-message-signature',
]);

/** Names of the keys that the signatures of a message refer to; empty when nothing is signed, or the header is too long. */
export function keyNames(raw: Buffer): string[] {
  const { fields, complete } = readHeaderBlock(raw);
  if (!complete) return [];
  const names = fields.filter(({ name }) => SIGNATURE_FIELDS.has(name)).map(keyNameOf);
  return [...new Set(names.filter((name) => name !== null))].slice(0, MAX_SIGNATURES + MAX_ARC_FIELDS);
}

function keyNameOf({ value }: HeaderField): string | null {
  const tags = value.replace(/\s+/g, '');
  const domain = /(?:^|;)d=([^;]+)/.exec(tags)?.[1];
  const selector = /(?:^|;)s=([^;]+)/.exec(tags)?.[1];
  return domain && selector ? `${selector}._domainkey.${domain}`.toLowerCase() : null;
}

/** The message without the signatures beyond the first ones, and without an ARC chain that is longer than chains are. */
export function withinLimits(raw: Buffer): Buffer {
  let signatures = 0;
  const bounded = removeHeaderFields(raw, 'dkim-signature', () => ++signatures > MAX_SIGNATURES);
  const arc = readHeaderBlock(bounded).fields.filter(({ name }) => name.startsWith('arc-'));
  if (arc.length <= MAX_ARC_FIELDS) return bounded;
  return ['arc-seal', 'arc-message-signature', 'arc-authentication-results'].reduce(
    (message, name) => removeHeaderFields(message, name, () => true),
    bounded,
  );
}
