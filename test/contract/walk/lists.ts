import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LIMITS } from '../../../shared/contract/limits.ts';
import { shortId, type Walk } from './walk.ts';

/** Only trial accounts have recipients to confirm. */
export async function walkRecipients({ service, note }: Walk): Promise<void> {
  const setTier = (tier: 'sandbox' | 'pro') =>
    service.daemon.context.store.write('none', ({ db }) =>
      db.updateTable('accounts').set({ tier }).execute(),
    );
  await setTier('sandbox');
  const id = shortId((await note('recipients add', 'Ann <ann@example.com>')).json<{ id: string }>());
  await note('recipients list');
  await note('recipients resend', id);
  await note('recipients remove', id);
  await setTier('pro');
}

/** Who may be written to, and who may write in. */
export async function walkLists(walk: Walk): Promise<void> {
  const { service, note } = walk;
  const two = ['one@example.com', 'two@example.com'];
  const file = join(service.home, 'people.txt');
  writeFileSync(file, `${two.join('\n')}\n`);
  for (const noun of ['allowlist', 'suppressions']) {
    await note(`${noun} add`, 'one@example.com');
    await note(`${noun} add`, ...two);
    await spendBudget(walk);
    await note(`${noun} import`, file);
    await note(`${noun} list`, '--all');
    await note(`${noun} remove`, 'one@example.com');
  }
  await note('suppressions undo', '--added-by', 'admin');
  await note('allowlist attempts');
  await note('senders block', 'one@example.com');
  await note('senders block', ...two);
  await note('senders blocked');
  await note('senders unblock', 'one@example.com');
  await note('senders undo', '--added-by', 'admin');
  await note('senders allow', 'one@example.com');
  await note('senders allow', ...two);
  await note('senders allowed');
  for (const list of ['blocked', 'allowed']) {
    await spendBudget(walk);
    await note('senders import', file, '--list', list);
  }
  await note('senders disallow', 'one@example.com');
  await note('senders policy', 'blocklist');
  await note('senders attempts');
}

/** The next import is the owner's, who goes past the hourly budget. */
function spendBudget({ service }: Walk): Promise<unknown> {
  return service.daemon.context.store.write('none', ({ db }) =>
    db.updateTable('list_add_budget').set({ count: LIMITS.listAddsPerHour }).execute(),
  );
}
