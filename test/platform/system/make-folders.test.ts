import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeFolders } from '../../../daemon/platform/system/make-folders.ts';

describe('making a folder', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'agentmail-folders-'));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  test('makes those above it, all with its mode, and says which was the topmost', () => {
    expect(makeFolders(join(root, 'a', 'b', 'c'), 0o700)).toBe(join(root, 'a'));
    for (const path of ['a', 'a/b', 'a/b/c']) expect(statSync(join(root, path)).mode & 0o777).toBe(0o700);
  });

  test('says nothing of one that is there', () => {
    expect(makeFolders(root, 0o700)).toBeUndefined();
  });

  test('fails where a file is in the way', () => {
    const file = join(root, 'file');
    writeFileSync(file, '');
    expect(() => makeFolders(file, 0o700)).toThrow('EEXIST');
    expect(() => makeFolders(join(file, 'inside'), 0o700)).toThrow('ENOTDIR');
  });

  test.runIf(existsSync('/proc'))('ends where no folder can be made', () => {
    expect(() => makeFolders('/proc/no/such/folder', 0o700)).toThrow('ENOENT');
  });
});
