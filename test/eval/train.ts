import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { encodeModel } from '../../daemon/scanning/classifier/model.ts';
import { corporaPresent, corporaRoot } from './corpora.ts';
import { EVERYTHING, trainBuried, trainLone } from './training/injection.ts';
import { trainNames } from './training/names.ts';
import { readSources } from './training/sources.ts';
import { trainSpam } from './training/spam.ts';
import { type FloatModel, quantise } from './training/trainer.ts';

/**
 * Trains the classifiers on the development corpora and writes their weights with a record of how they were
 * made.
 */

const folder = path.resolve(import.meta.dirname, '../../daemon/scanning/classifier/weights');

function save(name: string, model: FloatModel): Record<string, unknown> {
  const { weights, scale, bias } = quantise(model);
  const bytes = encodeModel(weights, scale, bias);
  writeFileSync(path.join(folder, name), bytes);
  const used = weights.reduce((count, weight) => count + (weight === 0 ? 0 : 1), 0);
  return {
    file: name,
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    nonZeroWeights: used,
  };
}

if (!corporaPresent()) throw new Error(`The corpora are not at ${corporaRoot}; set AGENTMAIL_CORPORA.`);
const sources = await readSources();
const files = [
  save('injection-buried.bin', trainBuried(sources, EVERYTHING)),
  save('injection-lone.bin', trainLone(sources, EVERYTHING)),
  save('person.bin', trainNames(sources.ham, null)),
  save('spam.bin', trainSpam(sources, null)),
];
const { mails: _, ...documents } = sources;
const manifest = readFileSync(path.join(corporaRoot, 'MANIFEST.md'));
const record = {
  madeBy: 'node test/eval/train.ts',
  corpora: createHash('sha256').update(manifest).digest('hex'),
  documents: Object.fromEntries(Object.entries(documents).map(([name, list]) => [name, list.length])),
  synthetic:
    'own templates in test/eval/training (attacks, agents, tools, pretended turns, mail orders, harmless mail, notices and requests also in other languages, talk of machines and of tools), expanded with fixed seeds',
  files,
};
writeFileSync(path.join(folder, 'RECORD.json'), `${JSON.stringify(record, null, 2)}\n`);
process.stdout.write(`${JSON.stringify(record, null, 2)}\n`);
