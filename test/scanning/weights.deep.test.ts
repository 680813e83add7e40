import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { corporaPresent, corporaRoot } from '../eval/corpora.ts';
import { ingredients, makeWeights, sha256, weightsFolder } from '../eval/training/weights.ts';

interface WeightsRecord {
  readonly corpora: Record<string, string>;
  readonly templates: Record<string, string>;
  readonly files: readonly { readonly file: string; readonly sha256: string }[];
}

const bytesOf = (name: string) => readFileSync(path.join(weightsFolder, name));
const record = JSON.parse(bytesOf('RECORD.json').toString()) as WeightsRecord;
const words = JSON.parse(bytesOf('WORDS.json').toString()) as { readonly sha256: string };

describe('the shipped weights', () => {
  it('are the files that the records name', () => {
    const hashes = record.files.map(({ file }) => ({ file, sha256: sha256(bytesOf(file)) }));
    expect(hashes).toEqual(record.files.map(({ file, sha256 }) => ({ file, sha256 })));
    expect(sha256(bytesOf('words.bin'))).toBe(words.sha256);
  });
});

describe.skipIf(!corporaPresent())('training', () => {
  beforeAll(() => {
    expect(ingredients()).toEqual({ corpora: record.corpora, templates: record.templates });
  });

  it('makes the shipped weights again, byte by byte', async () => {
    const { files } = await makeWeights();
    for (const [name, bytes] of files) expect(sha256(bytes), name).toBe(sha256(bytesOf(name)));
  });
});

if (!corporaPresent())
  process.stderr.write(
    `\nTHE CORPORA ARE ABSENT (${corporaRoot}): nobody checked that training makes the shipped weights.\n`,
  );
