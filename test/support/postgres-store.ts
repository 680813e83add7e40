import { onTestFinished } from 'vitest';
import { openStore } from '../../daemon/platform/store/engine.ts';
import type { Store } from '../../daemon/platform/store/store.ts';
import { SystemClock } from '../../daemon/platform/system/clock.ts';
import { systemRandom } from '../../daemon/platform/system/random.ts';
import { temporaryHome } from './temporary.ts';

/** Opens the store of a PostgreSQL database without a daemon. It's closed with the test. */
export async function openStoreOn(url: string): Promise<Store> {
  const store = await openStore({
    home: temporaryHome(),
    url,
    clock: new SystemClock(),
    random: systemRandom,
    onHookFailure: () => undefined,
  });
  onTestFinished(() => store.close());
  return store;
}
