import { describe, expect, test } from 'vitest';
import { needsPrograms } from '../support/needs.ts';
import { completedBy, isInstalled, TESTED_SHELLS } from '../support/shells.ts';
import { mailbox, startStub } from '../support/stub-daemon.ts';

const home = async () =>
  (
    await startStub((server) => {
      server.get('/v1/mailboxes', async () => ({ mailboxes: [mailbox('support'), mailbox('sales')] }));
    })
  ).home;

describe.each(TESTED_SHELLS)('%s', (shell) => {
  const options = needsPrograms({ [shell]: isInstalled(shell), script: isInstalled('script') });

  test.each([
    ['a command', 'agentmail mailb', 'agentmail mailboxes'],
    ['a flag', 'agentmail wait --time', 'agentmail wait --timeout'],
    ['a mailbox of the daemon', 'agentmail inbox -m su', 'agentmail inbox -m support'],
    ['a mailbox after an equals sign', 'agentmail inbox --mailbox=sa', 'agentmail inbox --mailbox=sales'],
  ])('completes %s', options, async (_, line, expected) => {
    expect(await completedBy(shell, await home(), line)).toBe(expected);
  });
});
