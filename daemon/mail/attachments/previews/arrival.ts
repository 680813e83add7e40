import type { Scan } from '../../../../shared/contract/scan.ts';
import { mergeScans } from '../../../content/analysis/merge-scans.ts';
import type { ScanScope } from '../../../content/analysis/scope.ts';
import type { AnalysedAttachment, InboundResult } from '../../../content/analysis/tasks.ts';
import { documentKind } from '../../../content/extract/kind.ts';
import type { DocumentSource } from '../../../content/extract/messages.ts';
import type { DocumentKind, ExtractedText } from '../../../content/extract/outcome.ts';
import type { LentBlob } from '../../../platform/store/blobs/blobs.ts';
import type { MailContext } from '../../context.ts';
import { findingsAbout, outcomeOfText, type PreviewOutcome } from './outcome.ts';

/** Milliseconds that a verdict waits for the attachments' text. */
const TIMEOUT = 3000;
/** Processor time for one document meanwhile, in milliseconds: its reader may use several threads. */
const CPU = 2 * TIMEOUT;
/** Messages that wait at once. Attachments of further messages are read after the verdict. */
const MAX_WAITING = 32;

/** A stored message with documents; null raw bytes when they are gone. */
export interface MessageWithDocuments {
  readonly id: string;
  readonly raw_blob_id: string | null;
}

/** Previews by attachment index; absent attachments have none. */
export type Previews = ReadonlyMap<number, PreviewOutcome>;

export interface ReadAttachments {
  readonly result: InboundResult;
  readonly previews: Previews;
}

/** Whether a message has attachments with text to read. */
export function hasDocuments({ attachments }: InboundResult): boolean {
  return attachments.some((attachment) => kindOf(attachment) !== null);
}

function kindOf({ content_type, filename, declared_mime_type }: AnalysedAttachment): DocumentKind | null {
  return documentKind(content_type, filename, declared_mime_type);
}

interface ReadAttachmentsInput {
  readonly message: MessageWithDocuments;
  readonly result: InboundResult;
  readonly scope: ScanScope;
}

/**
 * Extracts the text of the attachments and scans it with the message. A file that isn't extracted in time
 * stays pending and doesn't count for the message; its text is scanned before it can be read.
 */
export async function readAttachments(
  context: MailContext,
  { message, result, scope }: ReadAttachmentsInput,
): Promise<ReadAttachments> {
  const { previews, texts } = await context.store.blobs.lend([message.raw_blob_id], ([raw = null]) =>
    extractTexts(context, result, raw),
  );
  if (texts.size === 0) return { result, previews };
  const scan = await context.analysis.attachmentTexts({
    texts: [...texts].map(([index, { text }]) => {
      return { index, filename: result.attachments[index]?.filename ?? null, text };
    }),
    scope,
  });
  for (const [index, extracted] of texts) {
    previews.set(index, outcomeOfText(extracted, findingsAbout(scan, index)));
  }
  context.log.debug({ message_id: message.id, attachments: texts.size }, 'attachments extracted');
  return { result: withTexts(result, scan), previews };
}

/** Outcomes of the attachments of a message; those with a text are in `texts` only. */
interface ExtractedTexts {
  readonly previews: Map<number, PreviewOutcome>;
  readonly texts: ReadonlyMap<number, ExtractedText>;
}

async function extractTexts(
  { extraction, intake }: MailContext,
  result: InboundResult,
  raw: LentBlob | null,
): Promise<ExtractedTexts> {
  const previews = new Map<number, PreviewOutcome>();
  const texts = new Map<number, ExtractedText>();
  const deadline = performance.now() + (intake.waiting > MAX_WAITING ? 0 : TIMEOUT);
  for (const [index, attachment] of result.attachments.entries()) {
    const kind = kindOf(attachment);
    if (kind === null) continue;
    if (attachment.policy_action === 'block') {
      previews.set(index, { status: 'blocked', reason: 'malware' });
      continue;
    }
    const source: DocumentSource | null = raw === null ? null : { message: raw, position: index };
    const timeout = deadline - performance.now();
    const found = source && (await extraction.arriving.extract(kind, source, { cpu: CPU, timeout }));
    if (!found || 'timedOut' in found) previews.set(index, { status: 'pending' });
    else if ('failed' in found) previews.set(index, { status: 'failed', reason: found.failed });
    else texts.set(index, found);
  }
  return { previews, texts };
}

function withTexts(result: InboundResult, scan: Scan): InboundResult {
  return {
    ...result,
    scan: mergeScans([result.scan, scan]),
    attachments: result.attachments.map((attachment, index) => {
      const decisions = findingsAbout(scan, index).map(({ decision }) => decision);
      if (decisions.includes('block')) return { ...attachment, policy_action: 'block' };
      const held = decisions.includes('quarantine') && attachment.policy_action !== 'block';
      return held ? { ...attachment, policy_action: 'quarantine' } : attachment;
    }),
  };
}

/** After a failure of the whole extraction, each attachment is left for later. */
export function leftForLater(result: InboundResult): ReadAttachments {
  const previews = new Map<number, PreviewOutcome>();
  for (const [index, attachment] of result.attachments.entries()) {
    if (kindOf(attachment) !== null) previews.set(index, { status: 'pending' });
  }
  return { result, previews };
}
