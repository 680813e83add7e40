import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeWeights, sha256, weightsFolder } from '../../eval/training/weights.ts';
import { needsCorpora } from '../../support/needs.ts';

describe('training', needsCorpora('.'), () => {
  it('makes the shipped weights again, byte by byte', async () => {
    const { files } = await makeWeights();
    for (const [name, bytes] of files)
      expect(sha256(bytes), name).toBe(sha256(readFileSync(path.join(weightsFolder, name))));
  });
});
