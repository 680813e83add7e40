import type { Context } from '../../context.ts';
import type { Store } from '../../platform/store/store.ts';
import type { SystemClock } from '../../platform/system/clock.ts';

/** Offset of the test clock in milliseconds. It's stored with the settings, so that backups have it. */
const NAME = 'test_clock.offset';

/** Resumes the test clock's time after a restart; otherwise stored times would be in the future. */
export async function resumeClock(store: Store, clock: SystemClock): Promise<void> {
  if (!clock.settable) return;
  const kept = await store.read
    .selectFrom('settings')
    .select('value')
    .where('name', '=', NAME)
    .executeTakeFirst();
  if (kept) clock.moveTo(clock.now() - clock.offset + Number(kept.value));
}

/** Store the new time first, so that nothing that happens on the way is later than after a crash. */
export async function keepClock(
  { store, clock }: Pick<Context, 'store' | 'clock'>,
  time: number,
): Promise<void> {
  const value = String(clock.offset + time - clock.now());
  await store.write('service', async ({ db }) => {
    await db
      .insertInto('settings')
      .values({ name: NAME, value })
      .onConflict((conflict) => conflict.columns(['name', 'worker']).doUpdateSet({ value }))
      .execute();
  });
}
