import { extensionsOf, type Family, familyOfExtension, familyOfType } from '../attachments/extensions.ts';
import type { AttachmentFacts, Finding, ScanAttachment, ScanContext, Scanner } from '../types.ts';
import { scannerEnabled } from './criteria.ts';

/** Families whose files are told apart badly, so that a difference between them says nothing. */
const ALIKE: readonly ReadonlySet<Family>[] = [
  new Set<Family>(['text', 'html', 'xml', 'svg', 'email']),
  new Set<Family>(['archive', 'office']),
  new Set<Family>(['audio', 'video']),
  new Set<Family>(['svg', 'image']),
  new Set<Family>(['office', 'text', 'xml', 'html']),
];

const TEXT_LIKE: ReadonlySet<Family> = new Set<Family>(['text', 'html', 'xml', 'email', 'svg']);

function disagree(claimed: Family | null, actual: Family): boolean {
  if (claimed === null || claimed === actual) return false;
  if (claimed === 'image' && actual === 'svg') return true;
  return !ALIKE.some((family) => family.has(claimed) && family.has(actual));
}

/** Why an attachment is not what it says. */
export interface Mismatch {
  /** The declared type, or else the extension, is at odds with the content. */
  readonly against: 'declared' | 'extension';
  readonly executable: boolean;
}

/** Compares what an attachment claims to be with what it is. */
export function mismatchOf(attachment: ScanAttachment, facts: AttachmentFacts): Mismatch | null {
  const actual = facts.executable && !facts.archive ? 'executable' : familyOfType(facts.sniffedType);
  const extension = familyOfExtension(extensionsOf(attachment.filename ?? '').at(-1));
  const declared = familyOfType(attachment.declaredType);
  if (actual === null || attachment.content.length === 0) {
    const unknown = attachment.content.length > 0 && (extension === 'pdf' || extension === 'image');
    return unknown ? { against: 'extension', executable: false } : null;
  }
  const executable = actual === 'executable';
  if (disagree(extension, actual)) return { against: 'extension', executable };
  if (disagree(declared, actual) && !(extension === actual && TEXT_LIKE.has(actual))) {
    return { against: 'declared', executable };
  }
  if (executable && extension === null && declared !== 'executable' && declared !== null) {
    return { against: 'declared', executable };
  }
  return null;
}

/** Mail programs disagree about the parts of this message, and the scan saw only one reading. */
const AMBIGUOUS: Finding = {
  scanner: 'mime-mismatch',
  ruleId: 'ambiguous-structure',
  severity: 'high',
  category: 'mime_mismatch',
  decision: 'quarantine',
  reason: "The message's MIME structure is ambiguous: mail programs disagree about its parts.",
  spans: [],
};

type Meaning = Pick<Finding, 'ruleId' | 'severity' | 'decision' | 'reason' | 'attachmentPolicyAction'>;

const DISGUISED_PROGRAM: Meaning = {
  ruleId: 'disguised-program',
  severity: 'critical',
  decision: 'quarantine',
  reason: 'A program is disguised as another kind of file.',
  attachmentPolicyAction: 'quarantine_message',
};

function wrongLabel(against: Mismatch['against'], sniffedType: string): Meaning {
  const label = against === 'extension' ? 'file name' : 'declared type';
  return {
    ruleId: `${against}-type`,
    severity: 'low',
    decision: 'allow_with_warning',
    reason: `The content (${sniffedType}) doesn't match the ${label}.`,
  };
}

function findingOf(
  { against, executable }: Mismatch,
  { sniffedType }: AttachmentFacts,
  filename: string | null,
): Finding {
  return {
    scanner: 'mime-mismatch',
    category: against === 'extension' ? 'attachment_type_mismatch' : 'mime_mismatch',
    ...(executable ? DISGUISED_PROGRAM : wrongLabel(against, sniffedType)),
    spans: [],
    ...(filename === null ? {} : { attachmentFilename: filename }),
  };
}

/** Content at odds with the declared type or with the extension, and messages at odds with themselves. */
export const mimeMismatch: Scanner = {
  name: 'mime-mismatch',
  applies: (context) =>
    scannerEnabled(context, 'mime-mismatch') &&
    (context.input.attachments.length > 0 || context.input.ambiguous === true),
  scan({ input, message }: ScanContext): Finding[] {
    const mismatches = input.attachments.flatMap((attachment, index) => {
      const facts = message.attachments[index];
      const mismatch = facts && mismatchOf(attachment, facts);
      if (!mismatch) return [];
      return [{ ...findingOf(mismatch, facts, attachment.filename), attachmentIndex: index }];
    });
    return input.ambiguous ? [AMBIGUOUS, ...mismatches] : mismatches;
  },
};
