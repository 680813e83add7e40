import { z } from 'zod';
import { antivirusVerdict, attachmentPolicyAction, scan, scanFinding } from './scan.ts';
import { DIRECTIONS } from './values.ts';

/** Output of `agentmaild scan`: the verdict on a message, with every finding marked in its text. */

/** Lines of one place, at most. */
export const MAX_MARKED_LINES = 3;

const markedLine = z.object({
  /** Line number in the marked text, from 1. */
  number: z.int(),
  /** The line, or the part of a long line around the mark. Secrets and personal data are masked. */
  text: z.string(),
  /** The mark, in UTF-16 offsets into `text`. */
  start: z.int(),
  end: z.int(),
});
export type MarkedLine = z.output<typeof markedLine>;

export const place = z.object({
  field: z.enum(['subject', 'text', 'html', 'attachment', 'filename']),
  /** For the fields `attachment` and `filename`: index of the attachment. */
  attachment_index: z.int().optional(),
  /** UTF-16 offsets into the whole field, for `html` into its source. */
  start: z.int(),
  end: z.int(),
  /** The first lines of the place. */
  lines: z.array(markedLine),
});
export type MarkedPlace = z.output<typeof place>;

const markedFinding = scanFinding.extend({
  scanner: z.string(),
  rule: z.string(),
  severity: z.enum(['info', 'low', 'medium', 'high', 'critical']),
  places: z.array(place),
  /** Of a classifier: log-odds above what is held; below zero nothing is. */
  margin: z.number().optional(),
});
export type MarkedFinding = z.output<typeof markedFinding>;

export const scanFileReport = z.object({
  direction: z.enum(DIRECTIONS),
  subject: z.string(),
  verdict: scan.shape.verdict,
  categories: scan.shape.categories,
  findings: z.array(markedFinding),
  attachments: z.array(
    z.object({
      filename: z.string().nullable(),
      /** Detected from the content. */
      content_type: z.string(),
      size: z.int(),
      policy_action: attachmentPolicyAction,
      av_verdict: antivirusVerdict,
      /** Why its text wasn't scanned; null when it was, or when it has none. */
      unread: z.string().nullable(),
    }),
  ),
});
export type ScanFileReport = z.output<typeof scanFileReport>;
