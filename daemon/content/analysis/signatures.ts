import type { DnsAnswer } from '../../platform/system/dns.ts';
import { type HeaderField, readHeaderBlock, removeHeaderFields } from '../mime/fields.ts';

/** Only the first signatures count: each one may need a pass over the body. */
const MAX_SIGNATURES = 10;
/** Fields of fifty ARC sets, the most that RFC 8617 allows. */
const MAX_ARC_FIELDS = 150;

/** Result of the signature check; survives structured cloning. */
export interface SignatureReport {
  readonly signatures: readonly {
    readonly domain: string;
    readonly result: CheckResult;
    /** Bytes of the body that the signature doesn't cover, which anyone may have added. */
    readonly uncovered: number;
  }[];
  /** Result of the ARC chain and its last sealer; null without a chain. */
  readonly arc: { readonly result: CheckResult; readonly domain: string | null } | null;
  /** From addresses as mailauth reads them, to compare with ours. */
  readonly headerFrom: readonly string[];
  readonly fromFields: number;
}

/** Results of RFC 8601, reduced to those that matter here. */
export type CheckResult = 'pass' | 'fail' | 'temperror' | 'neutral' | 'none';

/** Maps a result of SPF, DKIM or ARC; unknown ones, such as `softfail` and `permerror`, are failures. */
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

/** Public keys by DNS name. */
export type KeyAnswers = Readonly<Record<string, DnsAnswer<string>>>;

/** A task of an analysis thread. */
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

/** DNS names of a message's keys; empty when it isn't signed, or its header is too long. */
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

/** Removes signatures beyond the limit, and an ARC chain that's too long. */
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
