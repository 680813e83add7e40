import { mailAddresses } from '../../content/mime/addresses.ts';
import { bytesOf } from '../../content/mime/content.ts';
import { messageIds } from '../../content/mime/message-ids.ts';
import { type FieldGroup, fieldGroups, firstOf } from './field-groups.ts';
import { reportParts } from './parts.ts';

/** A feedback report (RFC 5965). */
export interface ComplaintReport {
  readonly kind: 'complaint' | 'unsubscribe';
  /** Envelope senders, unverified. */
  readonly returnPaths: readonly string[];
  /** Message identifiers with brackets. */
  readonly messageIds: readonly string[];
}

const KINDS: Readonly<Record<string, ComplaintReport['kind']>> = {
  abuse: 'complaint',
  fraud: 'complaint',
  virus: 'complaint',
  'opt-out': 'unsubscribe',
  'opt-out-list': 'unsubscribe',
};
const RETURNED_TYPES: ReadonlySet<string> = new Set([
  'message/rfc822',
  'text/rfc822-headers',
  'text/rfc822-header',
]);
/** One large provider returns the message without a report, and names the recipient in this header. */
const REPORTER_FIELD = 'x-hmxmroriginalrecipient';

/** Parses a feedback report; null when it isn't one, or isn't negative. */
export function readComplaint(raw: Buffer): ComplaintReport | null {
  const parts = reportParts(raw);
  if (!parts) return null;
  const content = (type: (value: string) => boolean): FieldGroup[] =>
    parts.leaves
      .filter(({ contentType }) => type(contentType.value))
      .flatMap((part) => fieldGroups(bytesOf(part, parts.raw, new Set())).slice(0, 1));
  const returned = content((type) => RETURNED_TYPES.has(type));
  const [report] = content((type) => type === 'message/feedback-report');
  const kind = report
    ? KINDS[firstOf(report, 'feedback-type').trim().toLowerCase()]
    : returned.some((header) => header.has(REPORTER_FIELD)) && 'complaint';
  if (!kind) return null;
  const groups = report ? [report, ...returned] : returned;
  return {
    kind,
    returnPaths: groups.flatMap((group) =>
      ['original-mail-from', 'return-path'].flatMap((name) => addressesIn(group, name)),
    ),
    messageIds: groups.flatMap((group) => messageIds(firstOf(group, 'message-id'))),
  };
}

function addressesIn(group: FieldGroup, name: string): string[] {
  return mailAddresses(firstOf(group, name)).map(({ address }) => address);
}
