import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../../../cli/commands/index.ts';
import { agentmail } from '../../support/cli.ts';

/* The commands, described for agents with little room. */

/** An agent reads all 238 commands at once: 6,000 tokens, about 100 bytes each. */
const MOST_BYTES = 24_000;

describe('commands --compact', () => {
  interface Compact {
    readonly commands: Readonly<Record<string, Readonly<Record<string, string>>>>;
  }

  test('names every command with its arguments and all flags that help shows, in less than 24 KB', async () => {
    const ran = await agentmail(['commands', '--json', '--compact']);
    expect(Buffer.byteLength(ran.stdout)).toBeLessThan(MOST_BYTES);
    const { commands } = ran.json<Compact>();
    for (const { name, flags, arguments: taken } of COMMANDS) {
      const described = commands[name.slice(0, -1).join(' ')]?.[name.at(-1) ?? ''] ?? '';
      for (const { flags: written, hidden } of Object.values(flags)) {
        if (hidden) continue;
        expect(described, name.join(' ')).toContain(/--[\w-]+/.exec(written)?.[0]);
      }
      for (const { label } of Object.values(taken)) expect(described, name.join(' ')).toContain(label);
    }
  });

  test('says which flags take a value', async () => {
    const { commands } = (await agentmail(['commands', 'status', '--compact'])).json<Compact>();
    expect(commands).toEqual({ '': { status: '--watch[=] | Show whether the daemon runs' } });
    const all = (await agentmail(['commands', '--compact'])).json<Compact>().commands;
    expect(all['']?.send).toMatch(/ --to= .* --strict .* \| Send a message$/);
  });

  test('is a list on a terminal', async () => {
    const { stdout } = await agentmail(['commands', 'quota', '--compact'], { terminal: 80 });
    expect(stdout).toMatch(/^\S*quota/);
  });
});

describe('commands --skill', () => {
  test('is Markdown with front matter, in less than 24 KB, with the commands of agents only', async () => {
    const { stdout, exit } = await agentmail(['commands', '--skill']);
    expect(exit).toBe(0);
    expect(Buffer.byteLength(stdout)).toBeLessThan(MOST_BYTES);
    expect(stdout).toMatch(/^---\nname: agentmail\ndescription: .+\n---\n\n# agentmail /);
    for (const command of ['wait', 'inbox', 'read', 'reply', 'send', 'threads show', 'errors']) {
      expect(stdout).toContain(`- \`agentmail ${command} `);
    }
    for (const other of ['operator', 'backup', 'login', 'messages raw', 'allowlist add', 'review approve']) {
      expect(stdout).not.toContain(`\`agentmail ${other}`);
    }
  });

  test('shows only commands and flags that exist', async () => {
    const { stdout } = await agentmail(['commands', '--skill']);
    for (const [, line = ''] of stdout.matchAll(/^- `agentmail ([^`]+)`/gm)) {
      const command = COMMANDS.find(({ name }) => `${line} `.startsWith(`${name.join(' ')} `));
      expect(command, line).toBeDefined();
    }
  });

  test.each([[['--skill', '--compact']], [['send', '--skill']]])('refuses %j', async (words) => {
    expect((await agentmail(['commands', ...words])).exit).toBe(2);
  });
});
