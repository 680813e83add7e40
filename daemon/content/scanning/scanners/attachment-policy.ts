import {
  DOCUMENT_EXTENSIONS,
  EXECUTABLE_EXTENSIONS,
  extensionsOf,
  MACRO_EXTENSIONS,
  SCRIPT_EXTENSIONS,
} from '../attachments/extensions.ts';
import type { AttachmentFacts, Finding, ScanAttachment, ScanContext, Scanner, Severity } from '../types.ts';
import { scannerEnabled } from './criteria.ts';

interface Violation {
  readonly ruleId: string;
  readonly severity: Severity;
  readonly reason: string;
}

const DIRECTION_OVERRIDE = /[\u202a-\u202e\u2066-\u2069]/;
/** An ending that something hides: not the one blank behind the name of a company or a library. */
const HIDDEN_ENDING = /\.([a-z0-9]{2,8})(?:%00|%20|%0[ad]|\p{Cc}|[;:/\\]|\s{2}|\s\.|\s?$|\.+$)/giu;

function nameViolation(filename: string): Violation | null {
  const extensions = extensionsOf(filename);
  const last = extensions.at(-1) ?? '';
  const runs = EXECUTABLE_EXTENSIONS.has(last) || SCRIPT_EXTENSIONS.has(last);
  if (DIRECTION_OVERRIDE.test(filename)) {
    return {
      ruleId: 'name-direction-override',
      severity: 'critical',
      reason: 'The file name uses right-to-left characters to hide its extension.',
    };
  }
  if (runs && extensions.slice(0, -1).some((extension) => DOCUMENT_EXTENSIONS.has(extension))) {
    return {
      ruleId: 'double-extension',
      severity: 'critical',
      reason: 'A program is named like a document.',
    };
  }
  if (EXECUTABLE_EXTENSIONS.has(last)) {
    return { ruleId: 'executable-extension', severity: 'high', reason: 'The attachment is a program.' };
  }
  if (SCRIPT_EXTENSIONS.has(last)) {
    return { ruleId: 'script-extension', severity: 'high', reason: 'The attachment is a script.' };
  }
  for (const [, ending = ''] of filename.toLowerCase().slice(0, 300).matchAll(HIDDEN_ENDING)) {
    if (EXECUTABLE_EXTENSIONS.has(ending) || SCRIPT_EXTENSIONS.has(ending)) {
      return {
        ruleId: 'hidden-extension',
        severity: 'critical',
        reason: 'The file name hides that the attachment runs.',
      };
    }
  }
  return null;
}

function contentViolation(facts: AttachmentFacts, last: string): Violation | null {
  if (facts.executable) {
    return {
      ruleId: 'executable-content',
      severity: 'high',
      reason: 'The attachment is or contains a program.',
    };
  }
  if (facts.macros || MACRO_EXTENSIONS.has(last)) {
    return { ruleId: 'macros', severity: 'high', reason: 'The document contains macros.' };
  }
  if (facts.script) {
    return { ruleId: 'script-content', severity: 'high', reason: 'The attachment contains a script.' };
  }
  if (facts.loadsRemote) {
    return {
      ruleId: 'remote-template',
      severity: 'high',
      reason: 'The document loads a template or an object from a server when opened.',
    };
  }
  if (facts.encrypted) {
    return {
      ruleId: 'encrypted',
      severity: 'medium',
      reason: "The attachment is encrypted, so its content can't be scanned.",
    };
  }
  if (facts.unreadable) {
    return {
      ruleId: 'unreadable-archive',
      severity: 'medium',
      reason:
        "The attachment is an archive, document or message that can't be read, so its content can't be scanned.",
    };
  }
  return null;
}

function violationOf(attachment: ScanAttachment, facts: AttachmentFacts): Violation | null {
  const name = attachment.filename ?? '';
  return nameViolation(name) ?? contentViolation(facts, extensionsOf(name).at(-1) ?? '');
}

/** Programs, scripts, macros and content that cannot be looked into. */
export const attachmentPolicy: Scanner = {
  name: 'attachment-policy',
  applies: (context) => scannerEnabled(context, 'attachment-policy') && context.input.attachments.length > 0,
  scan({ input, message }: ScanContext): Finding[] {
    return input.attachments.flatMap((attachment, index) => {
      const facts = message.attachments[index];
      const violation = facts ? violationOf(attachment, facts) : null;
      if (!violation) return [];
      return [
        {
          scanner: 'attachment-policy',
          category: 'attachment_policy' as const,
          decision: 'quarantine' as const,
          spans: [],
          ...violation,
          attachmentIndex: index,
          ...(attachment.filename === null ? {} : { attachmentFilename: attachment.filename }),
          attachmentPolicyAction: 'quarantine_message' as const,
          agentInstructions: ["Don't open, run or forward the attachment."],
        },
      ];
    });
  },
};
