import { readHtml } from '../../../daemon/content/scanning/normalize/html.ts';
import { readRows, type TextRow } from '../corpora.ts';
import { type Mail, readMails } from '../mail.ts';
import { readMailOfToday, TODAY, type TodayMail, type TodaySource } from '../mail-today.ts';
import { foldByCluster, skeletonOf } from './clusters.ts';
import { type Document, document, foldOf } from './documents.ts';

const rowsOf = (file: string) => readRows<TextRow>(`prompt-injection/${file}`);
const documents = (source: string, rows: readonly TextRow[]) =>
  rows.map((row) => document(source, row.id, row.text));

interface LatentRow {
  readonly id: string;
  readonly role: string;
  readonly value: string;
}

interface FoldedMail extends Mail {
  readonly fold: number;
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
  /** Mail that programs and offices send now; each of these is one source. */
  readonly indico: readonly Document[];
  readonly templates: readonly Document[];
  readonly postmark: readonly Document[];
  readonly enron: readonly Document[];
  /** Shown and hidden parts of legitimate HTML mail: headings, buttons, comments. */
  readonly markup: readonly Document[];
  readonly mails: readonly FoldedMail[];
}

export async function readSources(): Promise<Sources> {
  return byCluster(await readAsStored());
}

async function readAsStored(): Promise<Sources> {
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
    ...documentsOfToday(),
    markup: mails.filter((mail) => mail.label === 'ham').flatMap(markupOf),
    mails: mails.map((mail) => ({ ...mail, fold: foldOf(mail.id) })),
  };
}

/** Sets of prompts, which have some texts in common; and mail, which quotes mail. */
const PROMPTS = [
  'deepset',
  'bipia',
  'cyberseceval',
  'multilingual',
  'jailbreaks',
  'latent',
  'deepsetBenign',
  'notinject',
  'wildguard',
] as const;
const MAIL = ['ham', 'spam', 'markup', 'contexts', 'forwards'] as const;

/** The sources with near twins and translations in one fold. */
function byCluster(sources: Sources): Sources {
  const techniques = new Map(
    ['cyberseceval', 'cyberseceval_multilingual'].flatMap((file) =>
      rowsOf(`${file}.jsonl`).map(({ id, variant, injection_type }) => [id, `${variant} ${injection_type}`]),
    ),
  );
  const translationOf = ({ id, text }: Document) => {
    const technique = techniques.get(id);
    return technique === undefined ? null : `${technique} ${skeletonOf(text)}`;
  };
  const folded: { -readonly [Name in keyof Sources]: Sources[Name] } = { ...sources };
  for (const names of [PROMPTS, MAIL]) {
    const documents = foldByCluster(
      names.flatMap((name) => [...sources[name]]),
      translationOf,
    );
    let start = 0;
    for (const name of names) {
      folded[name] = documents.slice(start, start + sources[name].length);
      start += sources[name].length;
    }
  }
  const folds = new Map([...folded.ham, ...folded.spam].map(({ id, fold }) => [id, fold]));
  return { ...folded, mails: sources.mails.map((mail) => ({ ...mail, fold: folds.get(mail.id) ?? 0 })) };
}

function mailsOf(mails: readonly Mail[], label: Mail['label']): Document[] {
  return mails
    .filter((mail) => mail.label === label)
    .map((mail) => document(label, mail.id, `${mail.input.subject}\n\n${mail.input.text}`));
}

function documentsOfToday(): Record<TodaySource, Document[]> {
  const entries = TODAY.map((source) => [source, readMailOfToday(source).flatMap(documentsOfMail)] as const);
  return Object.fromEntries(entries) as Record<TodaySource, Document[]>;
}

function documentsOfMail({ id, source, input: { subject, text, html } }: TodayMail): Document[] {
  const hidden = html === null ? '' : readHtml(html).hidden.text;
  return [`${subject}\n\n${text}`, hidden]
    .filter((part) => part.trim() !== '')
    .map((part) => document(source, id, part));
}

function markupOf({ id, input }: Mail): Document[] {
  if (input.html === null) return [];
  const { visible, hidden } = readHtml(input.html);
  return [visible, hidden].map(({ text }) => document('ham', id, text));
}

/** Categories of BIPIA that put something into the answer for the attacker's ends. */
const MANIPULATION = new Set([
  'Clickbait',
  'Entertainment',
  'Information Dissemination',
  'Instruction',
  'Marketing & Advertising',
  'Persuasion',
  'Scams & Fraud',
  'Social Interaction',
]);

let manipulations: ReadonlySet<string> | null = null;

/** Whether an attack of BIPIA bends the answer instead of asking for another one. */
export function isManipulation({ source, id }: Document): boolean {
  manipulations ??= new Set(
    rowsOf('bipia_attacks.jsonl').flatMap((row) => (MANIPULATION.has(row.category ?? '') ? [row.id] : [])),
  );
  return source === 'bipia' && manipulations.has(id);
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
