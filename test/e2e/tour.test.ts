import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { describe, expect, test } from 'vitest';
import { cli, throwAwayHome } from '../support/daemon-process.ts';

const leftovers = () => readdirSync(tmpdir()).filter((name) => name.startsWith('agentmail-tour-'));

describe('the tour', () => {
  test('shows each step with its command, really does them, and leaves nothing behind', async () => {
    const before = leftovers();
    const { exit, stdout, stderr } = await cli(throwAwayHome(), ['tour']);
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
    for (const command of [
      'up',
      'mailboxes create support --guarded',
      'wait',
      'simulate inbound --from ann@example.com',
      'inbox',
      'allowlist add',
      'reply',
      'outbox list',
      'down',
    ]) {
      expect(stdout).toContain(`$ agentmail ${command}`);
    }
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the output goes into a pipe, which gets text alone
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
    expect(stdout).toContain('node bin/agentmail.js up');
    expect(stdout).toContain('from  ann@example.com');
    expect(stdout).toContain('Re: Where is my order?');
    expect(leftovers()).toEqual(before);
  });
});
