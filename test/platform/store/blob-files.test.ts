import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BlobFiles } from '../../../daemon/platform/store/blobs/files.ts';

describe('the files of large blobs', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'agentmail-blobs-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** Names files as told. */
  const filesNamed = (...names: string[]) =>
    new BlobFiles(folder, { id: () => names.shift() ?? 'unnamed' }, Date);

  test('are as many copies as were asked for', async () => {
    const content = Buffer.from('bytes');
    const blobs = await filesNamed('one', 'two').write(content, 2);
    expect(blobs).toEqual([
      { id: 'one', size: 5, inline: null },
      { id: 'two', size: 5, inline: null },
    ]);
    expect(readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))).toEqual([
      'bytes',
      'bytes',
    ]);
  });

  test('are all removed when one of them cannot be written', async () => {
    const files = filesNamed('one', 'no/such/folder', 'three');
    await expect(files.write(Buffer.from('bytes'), 3)).rejects.toThrow('ENOENT');
    expect(readdirSync(folder)).toEqual([]);
  });

  test('show their beginning, and all of what is shorter', async () => {
    const files = filesNamed('one');
    await files.write(Buffer.from('bytes'), 1);
    expect(files.beginningSync('one', 3).toString()).toBe('byt');
    expect(files.beginningSync('one', 30).toString()).toBe('bytes');
  });
});
