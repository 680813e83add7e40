import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../../../daemon/platform/store/engine.ts';
import { insertJob } from '../../../daemon/platform/store/jobs.ts';
import type { Store } from '../../../daemon/platform/store/store.ts';
import { SystemClock } from '../../../daemon/platform/system/clock.ts';
import { systemRandom } from '../../../daemon/platform/system/random.ts';
import { temporaryHome } from '../../support/temporary.ts';

const CLAIM = { kinds: { only: 'mail' }, now: 1000, limit: 64, perParty: 1 } as const;

let store: Store;
beforeEach(async () => {
  const home = temporaryHome();
  store = await openStore({
    home,
    clock: new SystemClock(),
    random: systemRandom,
    onHookFailure: () => undefined,
  });
});
afterEach(() => store.close());

/** Jobs `account host`, where `-` stands for none, due in this order. */
const schedule = (...parties: readonly string[]) =>
  store.write('service', async (transaction) => {
    for (const [dueAt, party] of parties.entries()) {
      const [account = '-', host = '-'] = party.split(' ');
      await insertJob(transaction, {
        kind: 'mail',
        accountId: account === '-' ? null : account,
        ...(host !== '-' && { host }),
        dueAt,
        payload: {},
      });
    }
  });
const claim = async (changes: { readonly perParty?: number; readonly limit?: number } = {}) => {
  const jobs = await store.jobs.claim({ ...CLAIM, ...changes });
  return { jobs, parties: jobs.map(({ account_id, host }) => `${account_id ?? '-'} ${host ?? '-'}`) };
};

describe('limits of running jobs', () => {
  it('allow one job of each account, and one for each host', async () => {
    await schedule('a one.example', 'a two.example', 'b one.example', 'b three.example', 'c four.example');
    const first = await claim();
    expect(first.parties).toEqual(['a one.example', 'b three.example', 'c four.example']);
    expect((await claim()).parties).toEqual([]);
  });

  it('allow the next job when one ends', async () => {
    await schedule('a one.example', 'a two.example', 'b one.example');
    const [job] = (await claim()).jobs;
    if (!job) throw new Error('nothing was claimed');
    await store.write('none', ({ db }) => db.deleteFrom('jobs').where('id', '=', job.id).execute());
    store.jobs.release(job);
    expect((await claim()).parties).toEqual(['a two.example', 'b one.example']);
  });

  it('count the subdomains of a host as one, in any case', async () => {
    await schedule('a x1.evil.co.uk', 'b x2.EVIL.co.uk', 'c good.co.uk', 'd 127.0.0.1', 'e 127.0.0.2');
    expect((await claim()).parties).toEqual(['a evil.co.uk', 'c good.co.uk', 'd 127.0.0.1', 'e 127.0.0.2']);
  });

  it('do not concern jobs of no account for no host', async () => {
    await schedule('- -', '- -', 'a -', 'a -', '- one.example', '- one.example');
    expect((await claim()).parties).toEqual(['- -', '- -', 'a -', '- one.example']);
  });

  it('let jobs be found behind more excluded ones than are read at once', async () => {
    const flood = Array.from({ length: 250 }, (_, index) => `a host${index}.example`);
    await schedule(...flood, ...flood.map((party) => party.replace('a ', 'b ')), 'c other.example');
    expect((await claim()).parties).toEqual(['a host0.example', 'b host1.example', 'c other.example']);
  });

  it('are those of the kind of job', async () => {
    await schedule(...Array.from({ length: 6 }, () => 'a -'), 'b -');
    expect((await claim({ perParty: 4 })).parties).toEqual(['a -', 'a -', 'a -', 'a -', 'b -']);
    expect((await claim({ perParty: 4 })).parties).toEqual([]);
  });

  it('never allow more jobs than are asked for', async () => {
    await schedule('a -', 'b -', 'c -');
    expect((await claim({ limit: 2 })).parties).toEqual(['a -', 'b -']);
    expect((await claim({ limit: 2 })).parties).toEqual(['c -']);
  });
});
