import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { processes } from '../../../cli/machine/process/processes.ts';
import { run } from '../../../cli/main.ts';
import { showOnDesktop } from '../../../cli/tasks/reviewing/desktop.ts';
import { agentmail, testWorld } from '../../support/cli.ts';
import { reviewScenes } from '../../support/review-scene.ts';
import { sharedService } from '../../support/service.ts';
import { temporaryHome } from '../../support/temporary.ts';

/** `agentmail review --notify`, with programs in PATH that note their arguments. */

const service = sharedService();
const newScene = reviewScenes(service);

const HOSTILE = '--help <a href="https://evil.example">$(touch pwned)</a> "\'\\ \u202e\u0007';

/** A folder that is the whole PATH, with a program that notes its arguments and ends with a code. */
function onlyProgram(name: string | undefined, exit = 0) {
  const folder = join(temporaryHome(), 'bin');
  mkdirSync(folder, { recursive: true });
  const noted = join(folder, 'noted');
  if (name !== undefined) {
    const program = join(folder, name);
    writeFileSync(program, `#!/bin/sh\nprintf '%s\\n' "$@" '.' >> '${noted}'\nexit ${exit}\n`);
    chmodSync(program, 0o755);
  }
  vi.stubEnv('PATH', folder);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  return () =>
    existsSync(noted)
      ? readFileSync(noted, 'utf8')
          .split('\n.\n')
          .filter((text) => text !== '')
          .map((text) => text.split('\n'))
      : [];
}

function watch(key: string) {
  const interrupt = new AbortController();
  const { world, stdout, stderr } = testWorld({
    home: service.home,
    env: { AGENTMAIL_KEY: key },
    interrupted: interrupt.signal,
  });
  const ended = run(['review', '--notify'], world);
  const end = async () => {
    interrupt.abort();
    return ended;
  };
  onTestFinished(async () => {
    await end();
  });
  return { stdout, stderr, end, watching: () => expect.poll(stderr).toContain('Watching for held mail.') };
}

describe('review --notify', () => {
  test('shows each hold on the desktop, as arguments, and prints it, without a terminal', async () => {
    const { admin, hold } = await newScene();
    const shown = onlyProgram('notify-send');
    const { watching, stdout, end } = watch(admin);
    await watching();
    await hold(HOSTILE);
    await expect.poll(shown).toHaveLength(1);
    const [[app, dashes, title, text, ...more] = []] = shown();
    expect([app, dashes, title, more]).toEqual([
      '--app-name=agentmail',
      '--',
      'A message waits for your decision',
      [],
    ]);
    expect(text).toMatch(/^helper\d@agentmail\.localhost &gt; ann@example\.com: --help &lt;a href=/);
    // The end is cut, and nothing of it is a control character.
    expect(text).not.toMatch(/[<>\p{C}]/u);
    await hold('Second');
    await expect.poll(shown).toHaveLength(2);
    const lines = stdout()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { event: string; data: { subject: string } });
    expect(lines.map(({ event, data }) => [event, data.subject.slice(0, 6)])).toEqual([
      ['message.pending_review', '--help'],
      ['message.pending_review', 'Second'],
    ]);
    expect(await end()).toBe(0);
  });

  test('watches only the mailbox that it is for', async () => {
    const { admin } = await newScene();
    const refused = await agentmail(['review', '--notify', '--mailbox', 'nosuch'], {
      home: service.home,
      env: { AGENTMAIL_KEY: admin },
    });
    expect([refused.exit, refused.error().code]).toEqual([2, 'NOT_FOUND']);
  });

  test('runs beside the screen', async () => {
    const { hold, open } = await newScene();
    await hold('Before');
    const shown = onlyProgram('notify-send');
    const reviewer = open({ words: ['--notify'] });
    await reviewer.sees('Before', 'live');
    await hold('While it is open');
    await reviewer.sees('While it is open');
    await expect.poll(shown).toHaveLength(1);
    expect(shown()[0]?.at(-1)).toContain('While it is open');
  });

  test('rings the bell where there is no desktop, and says so', async () => {
    const { hold, open } = await newScene();
    await hold('Before');
    onlyProgram('notify-send', 1);
    const reviewer = open({ words: ['--notify'] });
    await reviewer.sees('Before', 'live');
    expect(reviewer.screen().bells).toBe(0);
    await hold('While it is open');
    await reviewer.sees('No desktop takes notifications here');
    await expect.poll(() => reviewer.screen().bells).toBe(1);
  });

  test('says so on stderr without a screen', async () => {
    const { admin, hold } = await newScene();
    onlyProgram(undefined);
    const { watching, stderr, stdout } = watch(admin);
    await watching();
    await hold('Nobody sees it');
    await expect.poll(stderr).toContain('No desktop takes notifications here');
    expect(stdout()).toContain('Nobody sees it');
    // A pipe has no bell.
    expect(stderr()).not.toContain('\u0007');
  });
});

describe('a notification', () => {
  const notification = { title: 'A title', text: HOSTILE.split('\u202e')[0] ?? '' };
  const asked = (platform: string) => {
    const { machine } = testWorld({ platform }).world;
    return showOnDesktop({ machine, processes }, notification);
  };

  test('goes over the bus where notify-send is missing', async () => {
    const shown = onlyProgram('gdbus');
    expect(await asked('linux')).toBe(true);
    const [args = []] = shown();
    expect(args.slice(0, 2)).toEqual(['call', '--session']);
    expect(args.slice(-5, -2)).toEqual([
      '"A title"',
      '"--help &lt;a href=\\"https://evil.example\\"&gt;$(touch pwned)&lt;/a&gt; \\"\'\\\\ "',
      '@as []',
    ]);
  });

  test('is an argument of the script on macOS', async () => {
    const shown = onlyProgram('osascript');
    expect(await asked('darwin')).toBe(true);
    const [args = []] = shown();
    expect(args.slice(-2)).toEqual([notification.title, notification.text]);
    expect(args.slice(0, -2).join(' ')).not.toContain('evil');
  });

  test('is in the environment of the script on Windows', async () => {
    const seen: unknown[] = [];
    const { machine } = testWorld({ platform: 'win32' }).world;
    const runTool: typeof processes.runTool = async (program, args, env) => {
      seen.push(program, args.join(' ').includes('evil'), env);
      return { exit: 0, stdout: '', stderr: '' };
    };
    expect(await showOnDesktop({ machine, processes: { ...processes, runTool } }, notification)).toBe(true);
    expect(seen).toEqual([
      'powershell',
      false,
      { AGENTMAIL_TITLE: notification.title, AGENTMAIL_TEXT: notification.text },
    ]);
  });
});
