import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { encodeModel } from '../../../daemon/content/scanning/classifier/model.ts';
import { corporaRoot } from '../../support/corpora.ts';
import { EVERYTHING, trainInjection } from './injection.ts';
import { trainNames } from './names.ts';
import { readSources } from './sources.ts';
import { trainSpam } from './spam.ts';
import { type FloatModel, quantise } from './trainer.ts';

export const weightsFolder = path.resolve(
  import.meta.dirname,
  '../../../daemon/content/scanning/classifier/weights',
);

/** Corpora that the models learn from. */
const CORPORA = [
  'language/udhr_paragraphs.jsonl',
  'mail-ham-spam/email_forward_parser.jsonl',
  'mail-ham-spam/spamassassin_sample.jsonl.gz',
  'mail-today/enron.jsonl.gz',
  'mail-today/indico.jsonl',
  'mail-today/postmark.jsonl',
  'mail-today/templates.jsonl',
  'pii/presidio_synth_v2.jsonl',
  'prompt-injection/bipia_attacks.jsonl',
  'prompt-injection/bipia_email_contexts.jsonl',
  'prompt-injection/cyberseceval.jsonl',
  'prompt-injection/cyberseceval_multilingual.jsonl',
  'prompt-injection/deepset.jsonl',
  'prompt-injection/garak_latent_templates.jsonl',
  'prompt-injection/inthewild_jailbreaks.jsonl.gz',
  'prompt-injection/notinject.jsonl',
  'prompt-injection/wildguard_benign.jsonl',
];

export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

function hashesOf(folder: string, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, sha256(readFileSync(path.join(folder, name)))]));
}

export const corpusHashes = () => hashesOf(corporaRoot, CORPORA);

/** Hashes of the templates and of the code that trains on them. */
export function templateHashes(): Record<string, string> {
  const names = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.ts'));
  return hashesOf(import.meta.dirname, names.sort());
}

interface WeightsRecord {
  readonly corpora: Record<string, string>;
  readonly templates: Record<string, string>;
  readonly files: readonly { readonly file: string; readonly sha256: string }[];
}

/** How the shipped weights were made. */
export function recordOfWeights(): WeightsRecord {
  return JSON.parse(readFileSync(path.join(weightsFolder, 'RECORD.json'), 'utf8')) as WeightsRecord;
}

function encoded(model: FloatModel): Buffer {
  const { weights, scale, bias } = quantise(model);
  return encodeModel(weights, scale, bias);
}

/** The weights of all classifiers, and a record of how they were made. */
export async function makeWeights() {
  const sources = await readSources();
  const files = new Map([
    ['injection.bin', encoded(trainInjection(sources, EVERYTHING))],
    ['person.bin', encoded(trainNames(sources.ham, null))],
    ['spam.bin', encoded(trainSpam(sources, null))],
  ]);
  const { mails: _, ...documents } = sources;
  const record = {
    madeBy: 'node test/eval/train.ts',
    corpora: corpusHashes(),
    templates: templateHashes(),
    documents: Object.fromEntries(Object.entries(documents).map(([name, list]) => [name, list.length])),
    files: [...files].map(([file, bytes]) => ({ file, bytes: bytes.length, sha256: sha256(bytes) })),
  };
  return { files, record };
}
