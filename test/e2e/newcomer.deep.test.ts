import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Ran } from '../support/cli.ts';
import { cli, throwAwayHome } from '../support/daemon-process.ts';

/** The scanner holds this: an American social security number. */
const HELD_TEXT = 'My social security number is 536-22-8726.';

/**
 * Types a command that is reached through help: each word, and each flag, stands in the help of the words
 * before it.
 */
function newcomer(home: string) {
  const helps = new Map<string, Promise<string>>();
  const help = (words: readonly string[]) => {
    const key = words.join(' ');
    const text = helps.get(key) ?? cli(home, [...words, '--help']).then(({ stdout }) => stdout);
    helps.set(key, text);
    return text;
  };
  return async (command: string, ...rest: readonly string[]): Promise<Ran> => {
    const words = command.split(' ');
    for (const [depth, word] of words.entries()) {
      expect(await help(words.slice(0, depth))).toMatch(new RegExp(`^  ${word}\\b`, 'm'));
    }
    for (const flag of rest.filter((each) => each.startsWith('--'))) {
      expect(await help(words)).toContain(` ${flag}`);
    }
    return cli(home, [...words, ...rest]);
  };
}

interface Held {
  readonly messages: readonly { readonly id: string; readonly state: string }[];
}

test('a newcomer with --help alone gives an agent a mailbox, limits it, decides about its mail, and backs up', async () => {
  const home = throwAwayHome();
  const type = newcomer(home);
  const done = async (command: string, ...rest: readonly string[]) => {
    const ran = await type(command, ...rest);
    expect({ command, exit: ran.exit, stderr: ran.stderr.replace(/^\{"notice".*\n/gm, '') }).toEqual({
      command,
      exit: 0,
      stderr: '',
    });
    return ran;
  };
  const ports = ['--http', '127.0.0.1:0', '--smtp', '127.0.0.1:0'];
  await done('up', ...ports, '--allow-private-webhooks');
  await done('mailboxes create', 'support', '--open');
  await done('keys create', '--mailbox', 'support', '--save-as', 'bot');

  const file = join(home, 'people.txt');
  writeFileSync(file, 'ann@example.org\nbob@example.org\n@partner.example\n');
  expect((await done('allowlist import', file)).json()).toMatchObject({ added: 3 });
  // The help of the list says what puts it in force.
  const help = (await cli(home, ['--help'])).stdout.replaceAll(/\s+/g, ' ');
  expect(help).toContain('mailboxes update --recipients allowlist');
  await done('mailboxes update', '--recipients', 'allowlist', '--review', 'all_outbound');

  await done('webhooks create', 'https://127.0.0.1:1/hook', '--event', 'message.review_resolved');
  const asBot = ['--profile', 'bot', '--to', 'ann@example.org', '--subject', 'Numbers'];
  const refused = await type(
    'send',
    '--profile',
    'bot',
    '--to',
    'eve@example.net',
    '--subject',
    'x',
    '--body',
    'x',
  );
  expect(refused.error()).toMatchObject({ code: 'RECIPIENT_NOT_ON_ALLOWLIST', exit: 4 });
  expect(refused.error().hint).toBe('Ask a person to add this recipient.');
  expect((await type('send', ...asBot, '--body', 'Here they are.')).exit).toBe(5);
  expect((await type('send', ...asBot, '--body', HELD_TEXT)).exit).toBe(5);

  const { messages } = (await done('review list')).json<Held>();
  const short = (state: string) => messages.find((message) => message.state === state)?.id.slice(-8) ?? '';
  await done('review approve', short('pending_review'));
  const wrong = await type('review approve', short('quarantined'));
  expect(wrong.error().hint).toBe(`agentmail review release ${short('quarantined')}`);
  await done('review release', short('quarantined'));

  const tailed = await done('webhooks tail', '--since', '10m', '--count', '1');
  expect(tailed.json()).toMatchObject({ event_type: 'message.review_resolved' });
  expect(existsSync((await done('backup')).json<{ file: string }>().file)).toBe(true);
  await done('down');
}, 120_000);
