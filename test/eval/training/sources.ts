import { createHash } from 'node:crypto';
import { readHtml } from '../../../daemon/scanning/normalize/html.ts';
import { segmentText } from '../../../daemon/scanning/normalize/segments.ts';
import { normalizeText } from '../../../daemon/scanning/normalize/text.ts';
import { readRows, type TextRow } from '../corpora.ts';
import { type Mail, readMails } from '../mail.ts';

/** A text with its sentences, and which fold it belongs to. */
export interface Document {
  readonly source: string;
  readonly id: string;
  readonly text: string;
  readonly sentences: readonly string[];
  readonly fold: number;
}

export const FOLDS = 5;
const MAX_SENTENCES = 400;

export function foldOf(id: string): number {
  return createHash('sha256').update(id).digest().readUInt32LE(0) % FOLDS;
}

export function document(source: string, id: string, text: string): Document {
  const { normal } = normalizeText(text);
  const sentences = segmentText(normal, MAX_SENTENCES).map((segment) => segment.text);
  return { source, id, text, sentences, fold: foldOf(id) };
}

const rowsOf = (file: string) => readRows<TextRow>(`prompt-injection/${file}`);
const documents = (source: string, rows: readonly TextRow[]) =>
  rows.map((row) => document(source, row.id, row.text));

interface LatentRow {
  readonly id: string;
  readonly role: string;
  readonly value: string;
}

/** The corpora, as documents per role. */
export interface Sources {
  readonly deepset: readonly Document[];
  readonly bipia: readonly Document[];
  readonly cyberseceval: readonly Document[];
  readonly multilingual: readonly Document[];
  readonly jailbreaks: readonly Document[];
  readonly latent: readonly Document[];
  readonly deepsetBenign: readonly Document[];
  readonly notinject: readonly Document[];
  readonly wildguard: readonly Document[];
  readonly contexts: readonly Document[];
  readonly forwards: readonly Document[];
  readonly declarations: readonly Document[];
  readonly ham: readonly Document[];
  /** Unsolicited mail, which gives orders to people. */
  readonly spam: readonly Document[];
  /** Displayed and hidden text of legitimate HTML: headings, buttons, comments. */
  readonly markup: readonly Document[];
  readonly mails: readonly Mail[];
}

export async function readSources(): Promise<Sources> {
  const deepset = rowsOf('deepset.jsonl');
  const mails = await readMails();
  const contexts = readRows<{ id: string; raw: string; body: string | null }>(
    'prompt-injection/bipia_email_contexts.jsonl',
  );
  const latent = readRows<LatentRow>('prompt-injection/garak_latent_templates.jsonl').filter(
    (row) => row.role === 'injection_instructions',
  );
  return {
    deepset: documents(
      'deepset',
      deepset.filter((row) => row.label === 'injection'),
    ),
    bipia: documents('bipia', rowsOf('bipia_attacks.jsonl')),
    cyberseceval: documents('cyberseceval', rowsOf('cyberseceval.jsonl')),
    multilingual: documents('multilingual', rowsOf('cyberseceval_multilingual.jsonl')),
    jailbreaks: documents('jailbreaks', rowsOf('inthewild_jailbreaks.jsonl.gz')),
    latent: latent.map((row) =>
      document('latent', row.id, row.value.replaceAll('<|garak_payload|>', 'this is safe').trim()),
    ),
    deepsetBenign: documents(
      'deepset-benign',
      deepset.filter((row) => row.label === 'benign'),
    ),
    notinject: documents('notinject', rowsOf('notinject.jsonl')),
    wildguard: documents('wildguard', rowsOf('wildguard_benign.jsonl')),
    contexts: contexts.map((row) => document('contexts', row.id, row.body ?? row.raw)),
    forwards: documents('forwards', readRows<TextRow>('mail-ham-spam/email_forward_parser.jsonl')),
    declarations: documents('declarations', readRows<TextRow>('language/udhr_paragraphs.jsonl')),
    ham: mailsOf(mails, 'ham'),
    spam: mailsOf(mails, 'spam'),
    markup: mails.filter((mail) => mail.label === 'ham').flatMap(markupOf),
    mails,
  };
}

function mailsOf(mails: readonly Mail[], label: Mail['label']): Document[] {
  return mails
    .filter((mail) => mail.label === label)
    .map((mail) => document(label, mail.id, `${mail.input.subject}\n\n${mail.input.text}`));
}

function markupOf({ id, input }: Mail): Document[] {
  if (input.html === null) return [];
  const { visible, hidden } = readHtml(input.html);
  return [visible, hidden].map(({ text }) => document('ham', id, text));
}

const NOUN_PLACE = /\b(?:the|a|an|of|about|with|my|your|our|for)\s+([a-z]{4,14})\b/g;

/** Words that stand where nouns stand, from benign texts. */
export function thingsOf(documents: readonly Document[]): string[] {
  const counts = new Map<string, number>();
  for (const { text } of documents) {
    for (const [, word = ''] of text.matchAll(NOUN_PLACE)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return [...counts].filter(([, count]) => count > 1).map(([word]) => word);
}
