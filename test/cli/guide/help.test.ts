import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { COMMANDS, TREE } from '../../../cli/commands/index.ts';
import { describeErrors, describeTree } from '../../../cli/guide/help/tree.ts';
import { EXITS } from '../../../cli/machine/exit-codes.ts';
import { ERRORS } from '../../../shared/contract/errors.ts';
import { agentmail } from '../../support/cli.ts';

const SECTIONS = ['Options:', 'Global Options:', 'Examples:', 'Exit codes:', 'Error codes'];
const TERMINAL = { terminal: 80 };

interface Tree {
  readonly commands: readonly {
    readonly command: string;
    readonly exit_codes: readonly number[];
    readonly error_codes: readonly string[];
    readonly endpoints: readonly { readonly id: string; readonly path: string }[];
  }[];
}

const row = async (words: readonly string[]) => {
  const ran = await agentmail(['commands', '--json', ...words]);
  const [found] = ran.json<Tree>().commands;
  if (!found) throw new Error(`there is no ${words.join(' ')}`);
  return found;
};

describe('help', () => {
  test.each(COMMANDS.map(({ name }) => [name.join(' '), name] as const))(
    'of "%s" has the same parts in the same order',
    async (words, name) => {
      const ran = await agentmail([...name, '--help'], TERMINAL);
      expect(ran.exit).toBe(0);
      expect(ran.stderr).toBe('');
      expect(ran.stdout.startsWith(`Usage: agentmail ${words}`)).toBe(true);
      const places = SECTIONS.map((title) => ran.stdout.indexOf(`\n${title}`));
      expect(places).toEqual(places.toSorted((one, other) => one - other));
      expect(places[0]).toBeGreaterThan(0);
      expect(ran.stdout).toContain(`  agentmail ${words}`);
    },
  );

  test('says what may be given, and not that a flag is off unless it is', async () => {
    const { stdout } = await agentmail(['up', '--help'], TERMINAL);
    expect(stdout).not.toContain('(default:');
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain('(one of: sandbox, pay_as_you_go, starter, pro)');
  });

  test('is the same with "help" before the command', async () => {
    const [flag, word] = await Promise.all([
      agentmail(['drafts', 'send', '--help'], TERMINAL),
      agentmail(['help', 'drafts', 'send'], TERMINAL),
    ]);
    expect(word.stdout).toContain('Exit codes:');
    expect(flag.stdout).toContain('DRAFT_ALREADY_SENT');
    expect(flag.stdout).not.toContain('INTERNAL_ERROR');
  });

  test.each([['mailboxes'], ['operator', 'mail'], ['review']])(
    'of a noun is shown for "help" after it: %s %s',
    async (...noun) => {
      const words = noun.filter((word) => word !== undefined);
      const [word, flag] = await Promise.all([
        agentmail([...words, 'help'], TERMINAL),
        agentmail([...words, '--help'], TERMINAL),
      ]);
      expect(word).toMatchObject({ exit: 0, stderr: '', stdout: flag.stdout });
      expect(flag.stdout).toContain('help [command]');
      const verb = await agentmail(['mailboxes', 'help', 'create'], TERMINAL);
      expect(verb.stdout).toMatch(/^Usage: agentmail mailboxes create/);
    },
  );

  test('names every variable of its own that the command line reads', async () => {
    const sources = globSync('cli/**/*.{ts,tsx}').map((file) => readFileSync(file, 'utf8'));
    const own = sources.flatMap((source) => source.match(/(?<=env\.)AGENTMAIL_\w+/g) ?? []);
    const { stdout } = await agentmail(['--help'], TERMINAL);
    expect(new Set(own)).toContain('AGENTMAIL_HOME');
    for (const name of own) expect(stdout).toMatch(new RegExp(`^ {2}${name} `, 'm'));
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  });

  test('fits the width of the terminal', async () => {
    const { stdout } = await agentmail(['send', '--help'], { terminal: 60 });
    const codes = stdout.slice(stdout.indexOf('Error codes'));
    for (const line of codes.split('\n')) expect(line.length).toBeLessThanOrEqual(60);
  });
});

describe('agentmail commands', () => {
  test('describes every command, and the exit codes that its errors lead to', async () => {
    const { commands } = await describeTree(TREE);
    expect(commands.map(({ command }) => command)).toEqual(COMMANDS.map(({ name }) => name.join(' ')));
    const known = new Map(describeErrors().map(({ code, exit }) => [code, exit]));
    for (const { command, exit_codes, error_codes } of commands) {
      expect(exit_codes, command).toEqual(expect.arrayContaining([0, 1, 2]));
      for (const code of error_codes) expect(exit_codes, `${command} ${code}`).toContain(known.get(code));
    }
  });

  test('tells what a command calls and how it can end', async () => {
    expect(await row(['wait'])).toMatchObject({
      exit_codes: [0, 1, 2, 3, 4, 6, 7, 8],
      error_codes: expect.arrayContaining(['NOTHING_ARRIVED', 'UNREACHABLE', 'MAILBOX_ACCESS_DENIED']),
      endpoints: expect.arrayContaining([
        expect.objectContaining({ path: '/v1/mailboxes/:id/messages/wait' }),
      ]),
    });
    expect((await row(['profiles', 'list'])).exit_codes).toEqual([0, 1, 2]);
  });

  test('takes the first words of commands, and refuses words that begin none', async () => {
    const { commands } = (await agentmail(['commands', 'operator', 'clock'])).json<Tree>();
    expect(commands.map(({ command }) => command)).toEqual(['operator clock show', 'operator clock advance']);
    expect((await agentmail(['commands', 'opera'])).error().code).toBe('USAGE');
  });
});

describe('agentmail errors', () => {
  test('lists all codes of the contract with their exit codes', async () => {
    const { errors } = (await agentmail(['errors'])).json<{ errors: { code: string; exit: number }[] }>();
    for (const [code, { exit }] of Object.entries(ERRORS)) {
      expect(errors).toContainEqual(expect.objectContaining({ code, exit: EXITS[exit].code }));
    }
  });

  test('explains one code and names the commands that meet it', async () => {
    const ran = await agentmail(['errors', 'recipient_not_on_allowlist']);
    expect(ran.json()).toMatchObject({ code: 'RECIPIENT_NOT_ON_ALLOWLIST', exit: 4, actor: 'human' });
    expect(ran.json<{ commands: string[] }>().commands).toEqual(expect.arrayContaining(['send', 'reply']));
    expect((await agentmail(['errors', 'RECIPIENT_NOT_ON_ALLOWLIST'], TERMINAL)).stdout).toContain(
      'a person',
    );
    expect((await agentmail(['errors', 'NO_SUCH'])).exit).toBe(2);
  });
});
