import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { Command } from '../../../cli/command.ts';
import { COMMANDS } from '../../../cli/commands/index.ts';
import { agentmail } from '../../support/cli.ts';
import { shortestLine } from '../../support/command-lines.ts';
import { createTenant, sharedService, type Tenant, temporaryHome } from '../../support/service.ts';

/* Every command with an argument or a required flag that is wrong, by a person at a terminal. */

const service = sharedService();
let tenant: Tenant;
beforeAll(async () => {
  tenant = await createTenant(service, { email: 'mistakes@example.com', tier: 'pro', mailbox: 'support' });
});

/** About this machine, or a screen, or waiting; or what they do with a wrong value isn't a mistake. */
const OTHERWISE_TESTED = new Set([
  ...[
    'up',
    'down',
    'restart',
    'service',
    'upgrade',
    'tour',
    'backup',
    'restore',
    'completion',
    'open',
    'mcp',
  ],
  ...[
    'logs',
    'review',
    'notify',
    'login',
    'logout',
    'signup',
    'man',
    'doctor',
    'config',
    'wait',
    'code',
    'scan',
  ],
  ...[
    'mailboxes create',
    'messages wait',
    'webhooks listen',
    'webhooks tail',
    'events tail',
    'operator drain',
  ],
]);
const LONG = 'x'.repeat(5_000);
const WRONG = ['', 'nosuch', 'a@b@c', LONG];

const walked = COMMANDS.map((command) => [command.name.join(' '), command] as const).filter(
  ([
    name,
    {
      name: [first = ''],
    },
  ]) => !OTHERWISE_TESTED.has(name) && !OTHERWISE_TESTED.has(first),
);

/** Its shortest lines, each with one wrong word. */
function wrongLines(command: Command): string[][] {
  const line = shortestLine(command, join(temporaryHome(), 'nosuch.txt'));
  return line.flatMap((word, place) =>
    place < command.name.length || word.startsWith('--')
      ? []
      : WRONG.map((wrong) => line.map((each, index) => (index === place ? wrong : each))),
  );
}

const OF_MACHINES =
  /Too (?:big|small)|expected |Invalid (?:input|body|query|path)|command-argument|argument '|\bissues\b|undefined|object Object|\bE[A-Z]{5,}\b|\b[a-z]+_[a-z]/;

test.each(walked)('a mistake in "%s" gets words for people and a next step', async (_, command) => {
  const env = { AGENTMAIL_KEY: tenant.admin, AGENTMAIL_URL: service.daemon.runtime.http, NO_COLOR: '1' };
  for (const line of wrongLines(command)) {
    const { exit, stderr } = await agentmail(line, { home: service.home, env, terminal: 200 });
    // A preview of a refusal is an answer.
    if (exit === 0 || stderr === '') continue;
    const [said = ''] = /^error: .*$/m.exec(stderr) ?? [];
    expect(said, line.join(' ').slice(0, 200)).toMatch(/^error: .* \([A-Z_]+\)$/);
    // Values to choose from, and the code at the end, are the names of machines.
    const sentence = said
      .replace(/ \([A-Z_]+\)$/, '')
      .replace(/(?:Choose|must be) one of: .*$|: [a-z]+\.[a-z_]+, .*$/, '');
    expect(sentence.replaceAll(LONG, '…')).not.toMatch(OF_MACHINES);
    expect(stderr).toContain('  hint: ');
  }
});
