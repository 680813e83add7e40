import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SpareSpace } from '../../daemon/platform/system/spare-space.ts';
import { cli } from '../support/daemon-process.ts';
import { needsPrograms, needsSqlite } from '../support/needs.ts';
import { canMount, fillDisk, smallDisk } from '../support/small-disk.ts';

const UP = ['up', '--http', '127.0.0.1:0', '--smtp', '127.0.0.1:0'];

interface Queue {
  readonly messages: readonly { readonly id: string }[];
}

test('on a full disk people deny, approve and delete, and the daemon starts, three times in a row', {
  ...needsSqlite,
  ...needsPrograms({ 'mount (as root)': canMount() }),
}, async () => {
  const disk = smallDisk(120);
  const home = join(disk, 'home');
  const run = (...argv: string[]) => cli(home, argv);
  /** Tries once more after a refusal that says so. */
  const decide = async (...argv: string[]) => {
    const first = await run(...argv);
    return first.exit === 8 ? run(...argv) : first;
  };
  await run(...UP);
  await run('mailboxes', 'create', 'helper', '--open');
  await run('mailboxes', 'update', 'helper', '--review', 'all_outbound');
  await run('keys', 'create', '--role', 'agent', '--mailbox', 'helper', '--save-as', 'bot');
  for (const round of ['first', 'second', 'third']) {
    for (const subject of ['One', 'Two', 'Three']) {
      const sent = await run(
        ...['send', '--profile', 'bot', '--to', 'ann@there.example'],
        ...['--subject', subject, '--body', 'Hello.'],
      );
      expect(sent.exit, `${round}: ${sent.stderr}`).toBe(5);
    }
    await new SpareSpace(home).keep();
    expect(statSync(join(home, 'spare-space')).size).toBeGreaterThan(0);
    const filled = fillDisk(disk);
    const { messages } = (await run('review', 'list', '--json')).json<Queue>();
    const [one, two, three] = messages.map(({ id }) => id) as [string, string, string];
    expect((await decide('review', 'deny', one, '--reason', 'no')).exit, round).toBe(0);
    expect((await decide('review', 'approve', two)).exit, round).toBe(0);
    expect((await decide('messages', 'delete', two, '--yes')).exit, round).toBe(0);
    const refused = await run('send', '--to', 'ann@there.example', '--subject', 'New', '--body', 'Hello.');
    expect(refused.exit, round).toBe(8);
    expect((await run('down')).exit, round).toBe(0);
    const up = await run(...UP);
    expect(up.exit, `${round}: ${up.stderr}`).toBe(0);
    expect((await decide('review', 'deny', three, '--reason', 'no')).exit, round).toBe(0);
    rmSync(filled);
  }
  await run('down');
});
