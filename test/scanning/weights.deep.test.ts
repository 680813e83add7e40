import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { corporaPresent, corporaRoot } from '../eval/corpora.ts';
import { makeWeights, sha256, weightsFolder } from '../eval/training/weights.ts';

describe.skipIf(!corporaPresent())('training', () => {
  it('makes the shipped weights again, byte by byte', async () => {
    const { files } = await makeWeights();
    for (const [name, bytes] of files)
      expect(sha256(bytes), name).toBe(sha256(readFileSync(path.join(weightsFolder, name))));
  });
});

if (!corporaPresent())
  process.stderr.write(
    `\nTHE CORPORA ARE ABSENT (${corporaRoot}): nobody checked that training makes the shipped weights.\n`,
  );
