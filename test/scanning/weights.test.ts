import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { corporaPresent, corporaRoot } from '../eval/corpora.ts';
import {
  corpusHashes,
  recordOfWeights,
  sha256,
  templateHashes,
  weightsFolder,
} from '../eval/training/weights.ts';

const bytesOf = (name: string) => readFileSync(path.join(weightsFolder, name));

/** The weights belong to their records; `weights.deep.test.ts` makes them again. */
describe('the shipped weights', () => {
  it('are the files that the records name', () => {
    for (const { file, sha256: hash } of recordOfWeights().files)
      expect(sha256(bytesOf(file)), file).toBe(hash);
    const words = JSON.parse(bytesOf('WORDS.json').toString()) as { readonly sha256: string };
    expect(sha256(bytesOf('words.bin'))).toBe(words.sha256);
  });

  it('are made of the templates of this repository', () => {
    expect(templateHashes()).toEqual(recordOfWeights().templates);
  });

  it.skipIf(!corporaPresent())('are made of the corpora of this machine', () => {
    expect(corpusHashes()).toEqual(recordOfWeights().corpora);
  });
});

if (!corporaPresent())
  process.stderr.write(
    `\nTHE CORPORA ARE ABSENT (${corporaRoot}): nobody checked what the weights are made of.\n`,
  );
