import { describe, expect, test } from 'vitest';
import { HINTS, hintFor } from '../../cli/client/hints.ts';
import { COMMANDS } from '../../cli/commands/index.ts';
import { knownFlag } from '../../cli/completion/place.ts';
import { agentmail } from '../support/cli.ts';

const NAMES = new Map(COMMANDS.map((command) => [command.name.join(' '), command]));

/** Flags of the refused command itself, or of every command. */
const ANY_FLAGS = new Set([
  '--profile',
  ...COMMANDS.flatMap(({ flags }) => Object.values(flags).flatMap((flag) => knownFlag(flag).names)),
]);

/** The commands that a hint tells people to type. */
function commandsIn(hint: string) {
  return [...hint.matchAll(/agentmail ((?:[a-z-]+ ?)+)/g)].map(([, words = '']) => {
    const all = words.trim().split(' ');
    while (all.length > 0 && !NAMES.has(all.join(' '))) all.pop();
    return NAMES.get(all.join(' '));
  });
}

describe('a hint', () => {
  test.each(Object.entries(HINTS))('for %s names commands and flags that exist', (_, hint) => {
    const commands = commandsIn(hint);
    for (const command of commands) expect(command, hint).toBeDefined();
    const meant = commands.length > 0 ? commands : COMMANDS;
    const flags = meant.flatMap((command) =>
      Object.values(command?.flags ?? {}).flatMap((flag) => knownFlag(flag).names),
    );
    for (const [name] of hint.matchAll(/--[a-z-]+/g)) {
      if (!flags.includes(name)) expect([...ANY_FLAGS], hint).toContain(name);
    }
  });

  test('has what the error is about in it, unless a shell could take it for more', () => {
    expect(hintFor('RECIPIENT_AGENT_CONTAINED', { recipient: 'ann@example.com' })).toBe(
      'agentmail allowlist add ann@example.com',
    );
    expect(hintFor('RECIPIENT_AGENT_CONTAINED', { recipient: '$(reboot)@example.com' })).toBe(
      'agentmail allowlist add ADDRESS',
    );
    expect(hintFor('RECIPIENT_AGENT_CONTAINED')).toBe('agentmail allowlist add ADDRESS');
    expect(hintFor('toString')).toBeUndefined();
  });
});

describe('words that name no command', () => {
  test.each([
    ['inbxo', 'agentmail inbox'],
    ['list mailboxes', 'agentmail mailboxes list'],
    ['mailbox list', 'agentmail mailboxes list'],
    ['create-mailbox support', 'agentmail mailboxes create'],
    ['approve 0196f0c2', 'agentmail review approve'],
    ['--profile bot statsu', 'agentmail status'],
    ['mailboxes delet support', 'agentmail mailboxes delete'],
  ])('"%s" lead to %s', async (line, command) => {
    const ran = await agentmail(line.split(' '));
    expect(ran.exit).toBe(2);
    expect(ran.error()).toMatchObject({ code: 'USAGE', hint: `did you mean ${command}?` });
  });

  test.each([['frobnicate'], ['frobnicate --help'], ['mailboxes frobnicate --help'], ['help frobnicate']])(
    '"%s" is a mistake, and no help',
    async (line) => {
      const ran = await agentmail(line.split(' '));
      expect(ran).toMatchObject({ exit: 2, stdout: '' });
      expect(ran.error()).toMatchObject({ code: 'USAGE', hint: 'see --help' });
    },
  );

  test('a flag that is none leads to the nearest', async () => {
    expect((await agentmail(['wait', '--tiemout', '3'])).error().hint).toBe('did you mean --timeout?');
  });
});
