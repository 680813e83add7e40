import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { cli, throwAwayHome } from '../support/daemon-process.ts';
import { needsPrograms } from '../support/needs.ts';
import { isInstalled } from '../support/shells.ts';
import { typing } from '../support/terminal.ts';

test(
  'an editor that the review screen opens gets all keys, and so does the question after it',
  needsPrograms({ script: isInstalled('script') }),
  async () => {
    const home = throwAwayHome();
    const run = async (...argv: readonly string[]) => {
      const ran = await cli(home, argv);
      if (ran.exit !== 0) throw new Error(`${argv.join(' ')}: ${ran.stderr}`);
      return ran;
    };
    await run('up', '--http', '127.0.0.1:0', '--smtp', '127.0.0.1:0');
    await run('mailboxes', 'create', 'helper', '--open');
    await run('mailboxes', 'update', 'helper', '--review', 'all_outbound');
    const created = await run('keys', 'create', '--role', 'agent', '--mailbox', 'helper', '--json');
    const key = created.json<{ api_key: string }>().api_key;
    const words = ['send', '--to', 'helper@agentmail.localhost', '-s', 'Lunch', '-b', 'At noon.'];
    await cli(home, words, { env: { AGENTMAIL_KEY: key } });
    const editor = join(home, 'editor.sh');
    // It reads a line of the terminal, as an editor reads keys.
    writeFileSync(editor, '#!/bin/sh\nprintf "new text: "\nread text\nsed -i "s/At noon./$text/" "$1"\n');
    chmodSync(editor, 0o700);
    vi.stubEnv('VISUAL', editor);
    onTestFinished(() => void vi.unstubAllEnvs());
    const { exit, text } = await typing(
      home,
      ['review'],
      [
        ['At noon.', 'e'],
        ['new text: ', 'At one.\r'],
        ['[y/N] ', 'y\r'],
        ['Replaced by your edit.', 'q'],
      ],
    );
    expect([exit, text]).toEqual([0, expect.stringContaining('Decided: 1 edited')]);
  },
);
