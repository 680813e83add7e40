import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { corporaRoot } from '../support/corpora.ts';
import { corporaPresent } from './corpora.ts';
import { makeWeights, weightsFolder } from './training/weights.ts';

/**
 * Trains the classifiers on the development corpora and writes their weights with a record of how they were
 * made.
 */

if (!corporaPresent()) throw new Error(`The corpora are not at ${corporaRoot}; set AGENTMAIL_CORPORA.`);
const { files, record } = await makeWeights();
for (const [name, bytes] of files) writeFileSync(path.join(weightsFolder, name), bytes);
const text = `${JSON.stringify(record, null, 2)}\n`;
writeFileSync(path.join(weightsFolder, 'RECORD.json'), text);
process.stdout.write(text);
