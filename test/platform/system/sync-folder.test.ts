import { describe, expect, it } from 'vitest';
import { SharedFolderSync } from '../../../daemon/platform/system/sync-folder.ts';

/** A folder whose syncs the test ends. */
function folder() {
  const begun: PromiseWithResolvers<void>[] = [];
  const names = new SharedFolderSync(() => {
    const sync = Promise.withResolvers<void>();
    begun.push(sync);
    return sync.promise;
  });
  return { names, begun };
}

/** Lets everything go on that waits for nothing but its turn. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('a folder that many want on disk', () => {
  it('is synced once for all who ask while a sync runs, and not before that one ended', async () => {
    const { names, begun } = folder();
    const answered: string[] = [];
    const ask = (who: string) => void names.sync().then(() => answered.push(who));
    ask('first');
    await turn();
    ask('second');
    ask('third');
    await turn();
    expect(begun).toHaveLength(1);
    begun[0]?.resolve();
    await turn();
    expect(answered).toEqual(['first']);
    expect(begun).toHaveLength(2);
    ask('fourth');
    begun[1]?.resolve();
    await turn();
    expect(answered).toEqual(['first', 'second', 'third']);
    expect(begun).toHaveLength(3);
  });

  it('tells a failure to those who waited for it, and to nobody else', async () => {
    const { names, begun } = folder();
    const failing = names.sync();
    await turn();
    const next = names.sync();
    begun[0]?.reject(new Error('the disk is gone'));
    await expect(failing).rejects.toThrow('the disk is gone');
    await turn();
    begun[1]?.resolve();
    await expect(next).resolves.toBeUndefined();
  });
});
