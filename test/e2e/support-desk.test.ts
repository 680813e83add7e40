import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTransport } from 'nodemailer';
import { expect, test } from 'vitest';
import { bringUp, cli, startCli } from '../support/daemon-process.ts';

/* The support desk of the README, as it is printed there. */

const LAUNCHER = fileURLToPath(new URL('../../bin/agentmail.js', import.meta.url));
const SNIPPET = /^agentmail (wait .*--follow --exec) '(.*)'$/m;

function snippetIn(page: string): { readonly words: readonly string[]; readonly command: string } {
  const [, words = '', command = ''] = SNIPPET.exec(readFileSync(page, 'utf8')) ?? [];
  return { words: words.split(' '), command };
}

/** A folder with `agentmail` and an `answer` that fails until it is told to work. */
function programsIn(home: string): string {
  const folder = join(home, 'bin');
  mkdirSync(folder);
  const agentmail = `#!/bin/sh\nexec "${process.execPath}" "${LAUNCHER}" "$@"\n`;
  writeFileSync(join(folder, 'agentmail'), agentmail, { mode: 0o755 });
  const answer = `#!/bin/sh\ntest -e "${home}/works" || exit 1\ngrep -q '"subject":"Help"' && echo "You asked, we answer."\n`;
  writeFileSync(join(folder, 'answer'), answer, { mode: 0o755 });
  return folder;
}

test('the line of the README answers mail once its program works', async () => {
  const { words, command } = snippetIn('README.md');
  expect(snippetIn('docs/reading.md')).toEqual({ words, command });
  const daemon = await bringUp('support');
  const { hostname, port } = new URL(`smtp://${daemon.smtp}`);
  const transport = createTransport({ host: hostname, port: Number(port), ignoreTLS: true });
  await transport.sendMail({
    ...{ from: 'ann@example.com', to: 'support@agentmail.localhost' },
    ...{ subject: 'Help', text: 'Please help me.' },
  });
  transport.close();
  await cli(daemon.home, ['operator', 'drain']);
  const { PATH = '' } = process.env;
  const env = { PATH: `${programsIn(daemon.home)}${delimiter}${PATH}`, SHELL: '/bin/sh' };

  const failing = await cli(daemon.home, [...words, command, '--count', '1'], { env });
  expect(failing.exit).toBe(8);
  writeFileSync(join(daemon.home, 'works'), '');
  const desk = startCli(daemon.home, [...words, command, '--json'], { env });
  // The report of the first message: after it the desk is told to end.
  desk.process.stdout?.once('data', () => desk.process.kill('SIGTERM'));
  const ended = await desk.ended;
  expect(ended.exit).toBe(0);
  expect(ended.json()).toMatchObject({ exit_status: 0, marked_read: true });
  const { items } = (await cli(daemon.home, ['outbox', 'list'])).json<{ items: { text: string }[] }>();
  expect(items).toMatchObject([{ to: 'ann@example.com', subject: 'Re: Help' }]);
  expect(items[0]?.text).toContain('You asked, we answer.');
});
