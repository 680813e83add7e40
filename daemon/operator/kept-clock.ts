import type { Context } from '../context.ts';
import type { Store } from '../store/store.ts';
import type { SystemClock } from '../system/clock.ts';

/** Stands among the settings, so that backups have it, and is none: how far the clock was moved, in milliseconds. */
const NAME = 'test_clock.offset';

/** Time goes on where it was before a restart; else what is stored would lie in the future, and what is due too. */
export async function resumeClock(store: Store, clock: SystemClock): Promise<void> {
  if (!clock.settable) return;
  const kept = await store.read
    .selectFrom('settings')
    .select('value')
    .where('name', '=', NAME)
    .executeTakeFirst();
  if (kept) clock.moveTo(clock.now() - clock.offset + Number(kept.value));
}

/** Before the clock moves to `time`, so that nothing that happens on the way is later than after a crash. */
export async function keepClock(
  { store, clock }: Pick<Context, 'store' | 'clock'>,
  time: number,
): Promise<void> {
  const value = String(clock.offset + time - clock.now());
  await store.write(async ({ db }) => {
    await db
      .insertInto('settings')
      .values({ name: NAME, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute();
  });
}
