import { existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sha256Of } from '../../../../daemon/platform/store/bucket/bucket.ts';
import { type Lent, ObjectCache } from '../../../../daemon/platform/store/bucket/object-cache.ts';
import { temporaryHome } from '../../../support/temporary.ts';

const bytesOf = (id: string) => Buffer.from(id.repeat(100));
const blobOf = (id: string) => ({ id, sha256: sha256Of(bytesOf(id)) });

/** A cache for four blobs of 100 bytes, and what it loaded. */
const open = async (folder = temporaryHome()) => {
  const reads: string[] = [];
  const loads: string[] = [];
  const cache = new ObjectCache({ folder, maxBytes: 400, onRead: (outcome) => reads.push(outcome) });
  await cache.open();
  const load = (id: string) => async () => {
    loads.push(id);
    return bytesOf(id);
  };
  return {
    folder,
    cache,
    reads,
    loads,
    read: (id: string) => cache.read(blobOf(id), load(id)),
    lend: (id: string) => cache.lend(blobOf(id), load(id)),
  };
};
const contentOf = ({ content }: Lent) =>
  typeof content === 'string' ? readFileSync(content) : (content ?? Buffer.alloc(0));

describe('the copies of objects', () => {
  it('are loaded once', async () => {
    const { read, lend, loads, reads } = await open();
    expect(await read('a')).toEqual(bytesOf('a'));
    expect(await read('a')).toEqual(bytesOf('a'));
    const lent = await lend('a');
    expect(typeof lent.content).toBe('string');
    expect(contentOf(lent)).toEqual(bytesOf('a'));
    expect(loads).toEqual(['a']);
    expect(reads).toEqual(['miss', 'hit', 'hit']);
  });

  it('are loaded once by readers at the same moment', async () => {
    const { read, lend, loads } = await open();
    const [one, two, three] = await Promise.all([read('a'), lend('a'), lend('a')]);
    expect(one).toEqual(bytesOf('a'));
    for (const lent of [two, three]) expect(contentOf(lent)).toEqual(bytesOf('a'));
    expect(loads).toEqual(['a']);
  });

  it('are loaded again after a failure', async () => {
    const { cache, read } = await open();
    await expect(cache.read(blobOf('a'), () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(await read('a')).toEqual(bytesOf('a'));
  });

  it('make room in the order of their last use', async () => {
    const { read, cache, folder } = await open();
    for (const id of ['a', 'b', 'c', 'd', 'a', 'e']) await read(id);
    expect(cache.ids()).toEqual(['c', 'd', 'a', 'e']);
    expect(readdirSync(folder).sort()).toEqual(['a', 'c', 'd', 'e']);
  });

  it('stay while they are lent, also beyond the limit', async () => {
    const { lend, read, cache } = await open();
    const lent = await lend('a');
    for (const id of ['b', 'c', 'd', 'e']) await read(id);
    expect(contentOf(lent)).toEqual(bytesOf('a'));
    expect(cache.ids()).toEqual(['a', 'c', 'd', 'e']);
    lent.release();
    await read('f');
    expect(cache.ids()).toEqual(['c', 'd', 'e', 'f']);
  });

  it('are not made of a blob above the limit, which is lent as bytes', async () => {
    const { cache, folder } = await open();
    const large = Buffer.alloc(401, 1);
    const lent = await cache.lend({ id: 'large', sha256: sha256Of(large) }, () => Promise.resolve(large));
    expect(contentOf(lent)).toEqual(large);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('outlive a restart, unless they were damaged or unfinished', async () => {
    const first = await open();
    for (const id of ['a', 'b', 'c']) await first.read(id);
    truncateSync(join(first.folder, 'b'), 50);
    writeFileSync(join(first.folder, 'c'), Buffer.alloc(100));
    writeFileSync(join(first.folder, 'd.part'), 'begun');
    const { read, lend, loads } = await open(first.folder);
    expect(existsSync(join(first.folder, 'd.part'))).toBe(false);
    expect(await read('a')).toEqual(bytesOf('a'));
    expect(await read('b')).toEqual(bytesOf('b'));
    expect(contentOf(await lend('c'))).toEqual(bytesOf('c'));
    expect(loads).toEqual(['b', 'c']);
  });

  it('are removed with their blobs', async () => {
    const { cache, read, loads, folder } = await open();
    await read('a');
    await cache.remove('a');
    expect(readdirSync(folder)).toEqual([]);
    await read('a');
    expect(loads).toEqual(['a', 'a']);
  });
});
