import { describe, expect, test } from 'vitest';
import { COMMANDS, NOUNS } from '../../cli/commands/index.ts';
import { agentmail, CLIENT_VERSION } from '../support/cli.ts';
import { listItem, mailbox, startStub } from '../support/stub-daemon.ts';

const ID = '0196f0c2-5d1e-7c3a-9b55-0d6f1f0a4c11';

const TERMINAL = { terminal: 80 };

describe('the command line', () => {
  test.each([
    ['an unknown command', ['inbxo']],
    ['an unknown command of a noun', ['mailboxes', 'mak']],
    ['a noun without a verb', ['mailboxes']],
    ['an unknown flag', ['inbox', '--colour']],
    ['a missing argument', ['mailboxes', 'create']],
    ['too many arguments', ['whoami', 'me']],
    ['a value outside its list', ['keys', 'create', '--role', 'king']],
    ['a key that is not said to be an agent or an admin', ['keys', 'create']],
    ['a header named twice', ['webhooks', 'update', ID, '-H', 'X-Key: 1', '-H', 'X-Key: 2']],
    ['headers beside no headers', ['webhooks', 'update', ID, '-H', 'X-Key: 1', '--clear-headers']],
    ['a change of a webhook that changes nothing', ['webhooks', 'update', ID]],
    ['an id of a webhook that is none', ['webhooks', 'show', 'x']],
    ['a number that is none', ['inbox', '--limit', 'many']],
    ['a number out of range', ['inbox', '--limit', '201']],
    ['a flag without its value', ['inbox', '--limit']],
    ['a message id that is none', ['messages', 'show', '../../etc']],
    ['a listener without a port', ['up', '--http', 'foo']],
    ['a listener of a service without a port', ['service', 'install', '--print', '--http', 'foo']],
    ['a port that there is not', ['up', '--smtp', '127.0.0.1:65536']],
  ])('answers %s with 2 and one JSON error', async (_, argv) => {
    const { home } = await startStub(() => {});
    const ran = await agentmail(argv, { home });
    expect(ran.exit).toBe(2);
    expect(ran.stdout).toBe('');
    expect(ran.error()).toMatchObject({ code: 'USAGE', exit: 2 });
  });

  test.each([
    [['--review', 'sometimes'], 'can\'t be "sometimes". Choose one of: disabled, risky_only, all_outbound.'],
    [['--contain-agents', 'maybe'], 'can\'t be "maybe". Choose one of: on, off.'],
    [
      ['--send-window', '{"timezone":"UTC","days":[],"start":"9","end":"10:00"}'],
      '--send-window.start: must be HH:MM',
    ],
  ])('names the flag whose value is wrong: %s', async (flags, problem) => {
    const ran = await agentmail(['mailboxes', 'update', 'support', ...flags]);
    expect([ran.exit, ran.error().code]).toEqual([2, 'USAGE']);
    expect(ran.error().error).toContain(problem);
  });

  test.each([['--version'], ['-V']])('prints its version for %s', async (argument) => {
    expect(await agentmail([argument])).toMatchObject({ exit: 0, stdout: `${CLIENT_VERSION}\n`, stderr: '' });
  });

  test('lists every command in its help, and explains every noun', async () => {
    const { stdout } = await agentmail(['--help']);
    for (const { name } of COMMANDS) expect(stdout).toMatch(new RegExp(`^  ${name[0]}\\b`, 'm'));
    for (const { name } of COMMANDS.filter((command) => command.name.length > 1)) {
      expect(NOUNS[name.slice(0, -1).join(' ')]).toBeTruthy();
    }
  });

  test('takes common flags before and after the command', async () => {
    const before = await agentmail(['--home', '/nowhere', 'status'], TERMINAL);
    const after = await agentmail(['status', '--home', '/nowhere'], TERMINAL);
    expect(before.stdout).toContain('/nowhere');
    expect(after).toMatchObject({ exit: before.exit, stdout: before.stdout });
  });
});

describe('output', () => {
  const inbox = () =>
    startStub((server) => {
      server.get('/v1/mailboxes/:id/messages', async () => ({
        messages: [listItem({ subject: '\u001b[2JPay\u202Eme', created_at: '2020-01-01T00:00:00.000Z' })],
      }));
    });

  test('is text on a terminal, with what came by mail made harmless', async () => {
    const { home } = await inbox();
    const { stdout } = await agentmail(['inbox', '-m', 'x'], { home, ...TERMINAL, env: { NO_COLOR: '1' } });
    expect(stdout).toContain('\\u{1b}[2JPay\\u{202e}me');
    expect(stdout).toContain('2020-01-01');
    expect(stdout).not.toContain('\u001b');
  });

  test('has colours on a terminal, unless NO_COLOR is set', async () => {
    const { home } = await inbox();
    expect((await agentmail(['inbox', '-m', 'x'], { home, ...TERMINAL })).stdout).toContain('\u001b[');
  });

  test('is JSON with --json on a terminal, and without one', async () => {
    const { home } = await inbox();
    const asked = await agentmail(['inbox', '-m', 'x', '--json'], { home, ...TERMINAL });
    const piped = await agentmail(['inbox', '-m', 'x'], { home });
    expect(asked.json()).toEqual(piped.json());
    expect(asked.stdout).not.toContain('\u001b');
  });

  test('tells errors to people in words, with a hint', async () => {
    const ran = await agentmail(['whoami'], { home: '/nowhere', ...TERMINAL });
    expect(ran.exit).toBe(7);
    expect(ran.stdout).toBe('');
    expect(ran.stderr).toMatch(
      /^error: No daemon is running for \/nowhere\. \(UNREACHABLE\)\n.*hint: agentmail up/s,
    );
  });

  test('of a home folder that cannot be one says why, and where to look instead', async () => {
    const ran = await agentmail(['whoami'], { home: '/dev/null/home' });
    expect(ran.exit).toBe(2);
    expect(ran.error()).toEqual({
      error: "Can't use /dev/null/home/profiles.json: part of its path isn't a folder.",
      code: 'NO_ACCESS',
      details: { path: '/dev/null/home/profiles.json' },
      hint: 'choose another home folder with --home DIR or AGENTMAIL_HOME',
      exit: 2,
    });
  });

  test('of a damaged file names the file', async () => {
    const { home } = await startStub(() => {});
    const { writeFileSync } = await import('node:fs');
    writeFileSync(`${home}/profiles.json`, '{"default":');
    const ran = await agentmail(['whoami'], { home });
    expect(ran.exit).toBe(1);
    expect(ran.error()).toMatchObject({ code: 'DAMAGED_FILE', details: { file: `${home}/profiles.json` } });
  });
});

describe('the mailbox', () => {
  const mailboxes = (...names: string[]) =>
    startStub((server) => {
      server.get('/v1/mailboxes', async () => ({
        mailboxes: names.map(mailbox),
      }));
      server.get('/v1/mailboxes/:id/messages', async (request) => {
        const { id } = request.params as { id: string };
        return { messages: [listItem({ subject: id })] };
      });
    });

  test('is the only one that the key sees', async () => {
    const { home } = await mailboxes('support');
    const { messages } = (await agentmail(['inbox'], { home })).json<{ messages: { subject: string }[] }>();
    expect(messages[0]?.subject).toBe('id-support');
  });

  test('has to be named when there are several, and the error names them', async () => {
    const { home } = await mailboxes('support', 'sales');
    const ran = await agentmail(['inbox'], { home });
    expect(ran.exit).toBe(2);
    expect(ran.error().error).toContain('support, sales');
  });

  test('is the one of the profile', async () => {
    const { home } = await mailboxes('support', 'sales');
    await agentmail(['profiles', 'set', 'default', '-m', 'sales'], { home });
    const { messages } = (await agentmail(['inbox'], { home })).json<{ messages: { subject: string }[] }>();
    expect(messages[0]?.subject).toBe('sales');
  });
});
