import type { PiiType } from '../../../../shared/contract/scan.ts';
import { detectPii } from '../pii/detect.ts';
import { POLICY_OF_TYPE } from '../policy.ts';
import type { Direction, Finding, FindingSpan, ScanContext, Scanner, TextPart } from '../types.ts';
import { scannerEnabled } from './criteria.ts';
import { spanOf } from './rules.ts';

const NAMES: Readonly<Record<PiiType, string>> = {
  PERSON: 'a name',
  EMAIL_ADDRESS: 'an email address',
  PHONE_NUMBER: 'a phone number',
  US_SSN: 'a social security number',
  CREDIT_CARD: 'a payment card number',
  US_BANK_NUMBER: 'a bank account number',
  US_DRIVER_LICENSE: 'a driver license number',
  US_ITIN: 'a taxpayer number',
  US_PASSPORT: 'a passport number',
  UK_NHS: 'an NHS number',
  IBAN_CODE: 'an IBAN',
  MEDICAL_LICENSE: 'a medical license number',
  CRYPTO: 'a cryptocurrency address',
};

const MAX_SPANS = 100;

function spansByType(
  parts: readonly TextPart[],
  inText: ScanContext['piiSpans'],
): Map<PiiType, FindingSpan[]> {
  const byType = new Map<PiiType, FindingSpan[]>();
  for (const part of parts) {
    const found = part.field === 'text' ? inText : detectPii(part.normal);
    for (const { start, end, type } of found ?? []) {
      const spans = byType.get(type) ?? [];
      if (spans.length === MAX_SPANS) continue;
      spans.push(part.field === 'text' ? { field: 'text', start, end } : spanOf(part, start, end));
      byType.set(type, spans);
    }
  }
  return byType;
}

/** Names of files that come in are for those whose they are. */
const concerns = (direction: Direction) => (part: TextPart) =>
  direction === 'outbound' || part.field !== 'filename';

/** Personal data: reported on inbound mail, decided by the mailbox's policy on outbound mail. */
export const pii: Scanner = {
  name: 'pii',
  applies: (context) => scannerEnabled(context, 'pii'),
  scan({ input, message, policy, piiSpans }: ScanContext): Finding[] {
    if (piiSpans === null) throw new Error('detection of personal data failed');
    return [...spansByType(message.parts.filter(concerns(input.direction)), piiSpans)].map(
      ([type, spans]) => {
        const key = POLICY_OF_TYPE[type];
        const decision = input.direction === 'outbound' && key ? policy.outboundPii[key] : 'allow';
        const index = spans.every((span) => span.field === 'attachment')
          ? spans[0]?.attachmentIndex
          : undefined;
        return {
          scanner: 'pii',
          ruleId: type,
          severity: decision === 'allow' ? ('info' as const) : ('medium' as const),
          category: 'pii' as const,
          decision,
          reason: `The message contains ${NAMES[type]}.`,
          spans,
          ...(key ? { piiType: key } : {}),
          ...(index === undefined
            ? {}
            : { attachmentIndex: index, attachmentPolicyAction: 'derived_text_finding' as const }),
          ...(decision === 'allow'
            ? {}
            : {
                agentInstructions: ["Remove personal data that the recipient doesn't need, then send again."],
              }),
        };
      },
    );
  },
};
