import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  corpusHashes,
  recordOfWeights,
  sha256,
  templateHashes,
  weightsFolder,
} from '../../eval/training/weights.ts';
import { needsCorpora } from '../../support/needs.ts';

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

  it('are made of the corpora of this machine', needsCorpora('.'), () => {
    expect(corpusHashes()).toEqual(recordOfWeights().corpora);
  });
});
