import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../../../cli/commands/index.ts';
import { agentmail } from '../../support/cli.ts';
import { parsed } from '../../support/parsed.ts';
import { startStub } from '../../support/stub-daemon.ts';

/** Earlier spellings still work, mean the same, and are not shown. */

const ID = '0196f0c2-5d1e-7c3a-9b55-0d6f1f0a4c11';
const TO = ['--to', 'ann@example.com'];
const GRANT = ['trust', 'grant', 'ann@example.com'];
const ENABLE = ['trust', 'enable'];
const OWN = ['domains', 'add', 'example.com'];
const HOOK = ['webhooks', 'update', ID];

const RENAMED: readonly (readonly [
  command: readonly string[],
  old: readonly string[],
  now: readonly string[],
])[] = [
  [['inbox'], ['--before', ID], ['--cursor', ID]],
  [
    ['messages', 'list'],
    ['--before', ID],
    ['--cursor', ID],
  ],
  [
    ['drafts', 'list'],
    ['--before', ID],
    ['--cursor', ID],
  ],
  [
    ['threads', 'list'],
    ['--before', '2026-01-01T00:00Z'],
    ['--cursor', '2026-01-01T00:00Z'],
  ],
  [
    ['send', ...TO],
    ['--as', 'agent'],
    ['--origin', 'agent'],
  ],
  [
    ['policy', 'preview', ...TO],
    ['--as', 'agent'],
    ['--origin', 'agent'],
  ],
  [
    ['policy', 'explain', ...TO],
    ['--as', 'human'],
    ['--origin', 'human'],
  ],
  [
    ['mailboxes', 'update'],
    ['--subaddress', 'from'],
    ['--subaddress-mode', 'from'],
  ],
  [
    ['mailboxes', 'update'],
    ['--contain-agents', 'true'],
    ['--contain-agents', 'on'],
  ],
  [
    ['mailboxes', 'update'],
    ['--thread-replies', 'false'],
    ['--thread-replies', 'off'],
  ],
  [
    ['operator', 'domains', 'update', ID],
    ['--verified', 'yes'],
    ['--verified', 'on'],
  ],
  [
    ['operator', 'domains', 'update', ID],
    ['--verified', 'no'],
    ['--verified', 'off'],
  ],
  [ENABLE, ['--strict', 'on'], ['--strict-recipients', 'on']],
  [GRANT, ['--days', '30'], ['--for', '30d']],
  [
    ['allowlist', 'attempts'],
    ['--within-days', '7'],
    ['--within', '7d'],
  ],
  [
    ['senders', 'attempts'],
    ['--within-days', '7'],
    ['--within', '7d'],
  ],
  [
    ['suppressions', 'list'],
    ['--reason', 'complaint'],
    ['--kind', 'complaint'],
  ],
  [
    ['operator', 'messages', 'bounce', ID],
    ['--reason', 'full'],
    ['--diagnostic', 'full'],
  ],
  [
    ['operator', 'accounts', 'key', 'ann@example.com'],
    ['--mailbox-id', ID],
    ['--mailbox', ID],
  ],
  [
    ['holds', 'apply', '--reason', 'x'],
    ['--mailbox-id', ID],
    ['--mailbox', ID],
  ],
  [OWN, ['--smtp', 'smtps://a:1'], ['--smtp-server', 'smtps://a:1']],
  [OWN, ['--imap', 'imaps://a:1'], ['--imap-server', 'imaps://a:1']],
  [
    ['domains', 'update', 'example.com'],
    ['--smtp', 'smtps://a:1'],
    ['--smtp-server', 'smtps://a:1'],
  ],
  [
    ['domains', 'update', 'example.com'],
    ['--imap', 'imaps://a:1'],
    ['--imap-server', 'imaps://a:1'],
  ],
  [HOOK, ['--enable'], ['--enabled', 'on']],
  [HOOK, ['--disable'], ['--enabled', 'off']],
  [['webhooks', 'create', 'https://x.example'], ['--disabled'], ['--enabled', 'off']],
  [['scan'], ['--all'], ['--verbose']],
  [
    ['operator', 'drain'],
    ['--timeout', '90'],
    ['--timeout', '90s'],
  ],
  [['wait'], ['--timeout', '120'], ['--timeout', '2m']],
  [
    ['send', ...TO],
    ['--wait', '600'],
    ['--wait', '10m'],
  ],
  [
    ['webhooks', 'verify'],
    ['--tolerance', '300'],
    ['--tolerance', '5m'],
  ],
];

describe('an old spelling', () => {
  test.each(RENAMED)('means what the new one does: %j %j', async (command, old, now) => {
    const meant = await parsed([...command, ...now]);
    expect(await parsed([...command, ...old])).toEqual(meant);
    expect(meant).not.toEqual(await parsed(required(command)));
  });

  test('of every flag that has one is in this list', () => {
    const tested = new Set(RENAMED.map(([command, [old]]) => `${nameIn(command)} ${old}`));
    const declared = COMMANDS.flatMap(({ name, flags }) =>
      Object.values(flags).flatMap(({ old = [] }) =>
        old.map((each) => `${name.join(' ')} ${each.flags.split(' ')[0]}`),
      ),
    );
    expect(declared.length).toBeGreaterThan(20);
    expect(declared.filter((each) => !tested.has(each))).toEqual([]);
  });

  test('beside the new one is one value too many', async () => {
    const both = await agentmail(['inbox', '--before', ID, '--cursor', ID], { home: '/nowhere' });
    expect(both.error().error).toBe('--cursor can be given only once.');
    const switches = await agentmail([...HOOK, '--enable', '--disable'], { home: '/nowhere' });
    expect(switches.exit).toBe(2);
  });

  test('of two flags for the next page of deliveries is one cursor now, which the list shows', async () => {
    const at = '2026-01-01T00:00:00.000Z';
    const queries: unknown[] = [];
    const { home } = await startStub((server) => {
      server.get('/v1/webhooks/:id/deliveries', async ({ query }) => {
        queries.push(query);
        return { deliveries: [], has_more: true, next_before_at: at, next_before_id: ID };
      });
    });
    const list = (...words: readonly string[]) =>
      agentmail(['webhooks', 'deliveries', ID, ...words], { home, terminal: 120, env: { NO_COLOR: '1' } });
    const [, cursor = ''] = /^More: --cursor (\S+)$/m.exec((await list()).stdout) ?? [];
    await list('--cursor', cursor);
    await list('--before-at', at, '--before-id', ID);
    expect(queries).toEqual([{}, { before_at: at, before_id: ID }, { before_at: at, before_id: ID }]);
    expect((await list('--cursor', cursor, '--before-at', at)).exit).toBe(2);
  });

  test('is neither in the help, nor completed, nor described', async () => {
    const help = await agentmail(['webhooks', 'update', '--help'], { terminal: 80 });
    expect(help.stdout).toContain('--enabled <on|off>');
    expect(help.stdout).not.toMatch(/--enable\b(?!d)|--disable/);
    const completed = await agentmail(['complete', '--line=agentmail webhooks deliveries x --be']);
    expect(completed.stdout).not.toContain('--before');
    const { stdout } = await agentmail(['commands', '--json']);
    // Of `forward`, which has no old spelling of that name.
    const others = stdout.replaceAll('"--as <FORM>"', '');
    expect(others).not.toMatch(/"--(?:before|before-at|as|days|within-days|mailbox-id|enable|disabled?)\b/);
  });

  test('still tells completion whose value is typed', async () => {
    const completed = await agentmail(['complete', '--line=agentmail policy preview --as ']);
    expect(completed.stdout).toContain('agent');
  });
});

/** The words of the command in front of its values. */
function nameIn(words: readonly string[]): string {
  const names = new Set(COMMANDS.map(({ name }) => name.join(' ')));
  const found = [3, 2, 1].map((count) => words.slice(0, count).join(' ')).find((each) => names.has(each));
  return found ?? '';
}

/** The same command with what it can't do without. */
function required(command: readonly string[]): readonly string[] {
  return command === ENABLE ? [...command, '--strict-recipients', 'off'] : command;
}
