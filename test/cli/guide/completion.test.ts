import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { wordsOfLine } from '../../../cli/guide/completion/line.ts';
import { SHELLS } from '../../../cli/guide/completion/scripts.ts';
import { agentmail, type WorldOptions } from '../../support/cli.ts';
import { listItem, mailbox, startStub } from '../../support/stub-daemon.ts';

/** Completion of a line, without explanations. */
async function completed(line: string, options: WorldOptions = {}, ...flags: string[]) {
  const ran = await agentmail(['complete', `--line=${line}`, ...flags], options);
  expect(ran).toMatchObject({ exit: 0, stderr: '' });
  const [kind, ...rows] = ran.stdout.trimEnd().split('\n');
  return { kind, values: rows.map((row) => row.split('\t')[0]), rows };
}

const twoMailboxes = () =>
  startStub((server) => {
    server.get('/v1/mailboxes', async () => ({ mailboxes: [mailbox('support'), mailbox('sales')] }));
    server.get('/v1/mailboxes/:id/messages', async () => ({
      messages: [listItem({ subject: '\u001b[2JPay\tnow' })],
    }));
  });

describe('a shell is told', () => {
  test.each([
    ['the words that a command can go on with', 'agentmail mailboxes u', ['update']],
    ['nouns of nouns', 'agentmail operator acc', ['accounts']],
    ['verbs of nouns of nouns', 'agentmail operator clock ', ['show', 'advance']],
    ['commands that are nouns too', 'agentmail revi', ['review']],
    ['what help can be asked about', 'agentmail help operator cl', ['clock']],
    ['flags of the command', 'agentmail wait --ti', ['--timeout']],
    ['flags of every command', 'agentmail mailboxes list --pro', ['--profile']],
    ['choices of a flag', 'agentmail keys create --role ', ['admin', 'agent']],
    ['switches of a mailbox', 'agentmail mailboxes update --participants ', ['any', 'authenticated']],
    ['the same when one is made', 'agentmail mailboxes create x --agent-quarantine ', ['full', 'metadata']],
    ['choices after an equals sign', 'agentmail keys create --role=a', ['--role=admin', '--role=agent']],
    ['the two words of a switch', 'agentmail trust strict ', ['on', 'off']],
    ['events', 'agentmail webhooks create https://x --event message.bo', ['message.bounced']],
    ['settings that are to be changed', 'agentmail operator settings set access.s', ['access.signup=']],
    ['error codes', 'agentmail errors TIER', ['TIER_LIMIT']],
    ['words of commands', 'agentmail commands operator clo', ['clock']],
    ['nothing for free text', 'agentmail send --subject ', []],
    ['nothing after an unknown word', 'agentmail nosuch x', []],
  ])('%s', async (_, line, expected) => {
    expect((await completed(line)).values).toEqual(expected);
  });

  test.each([
    ['trigger message.', 'message.received'],
    ['webhooks test x --event message.', 'message.delivered'],
  ])('for "%s" events that the command takes, and no others', async (line, taken) => {
    const { values } = await completed(`agentmail ${line}`);
    expect(values).toContain(taken);
    for (const event of values) {
      const words = line.startsWith('trigger') ? ['trigger'] : ['webhooks', 'test', 'x', '--event'];
      const ran = await agentmail([...words, event ?? ''], { home: '/nowhere' });
      expect(ran.error().error).not.toContain('must be one of');
    }
  });

  test('what waits for a decision, of all mailboxes or the one that is named', async () => {
    const held = (state: string, end: string) =>
      listItem({ id: `01960000-0000-7000-8000-0000${end}`, state, subject: state });
    const { home } = await startStub((server) => {
      server.get('/v1/mailboxes', async () => ({ mailboxes: [mailbox('support'), mailbox('sales')] }));
      server.get('/v1/mailboxes/:id/messages', async (request) => {
        const { params, query } = request as { params: { id: string }; query: { status?: string } };
        const of = params.id === 'id-sales' ? '5a' : 'aa';
        if (query.status === 'pending_review') return { messages: [held('pending_review', `${of}000001`)] };
        return { messages: [held('quarantined', `${of}000002`)] };
      });
    });
    expect((await completed('agentmail review approve ', { home })).values.toSorted()).toEqual([
      '5a000001',
      'aa000001',
    ]);
    expect((await completed('agentmail review -m sales block ', { home })).values).toEqual(['5a000002']);
    expect((await completed('agentmail review show -m sales ', { home })).values).toHaveLength(2);
  });

  test('flags again only when they may be repeated', async () => {
    const { values } = await completed('agentmail send --subject Hi --attach a.pdf --');
    expect(values).toContain('--attach');
    expect(values).not.toContain('--subject');
  });

  test('the flags when there is nothing else to write', async () => {
    expect((await completed('agentmail whoami ')).values).toContain('--json');
    expect((await completed('agentmail mailboxes show --json -- -')).values).toEqual([]);
  });

  test.each([
    ['agentmail allowlist import ', 'files'],
    ['agentmail send -f ', 'files'],
    ['agentmail --home ', 'folders'],
    ['agentmail send --to ', 'values'],
  ])('to complete "%s" with %s', async (line, kind) => {
    expect((await completed(line)).kind).toBe(kind);
  });

  test('the names of mailboxes, asked from the daemon', async () => {
    const { home } = await twoMailboxes();
    expect((await completed('agentmail inbox -m s', { home })).values).toEqual(['support', 'sales']);
    expect((await completed('agentmail mailboxes show sa', { home })).values).toEqual(['sales']);
    const elsewhere = `agentmail --home ${home} inbox --mailbox=su`;
    expect((await completed(elsewhere)).values).toEqual(['--mailbox=support']);
    expect((await completed(elsewhere, {}, '--word=su')).values).toEqual(['support']);
  });

  test('the names of mailboxes by the owner, when the key lies in a keychain', async () => {
    const { home } = await startStub((server) => {
      server.get('/operator/v1/mailboxes', async ({ query }) => ({
        mailboxes: [{ ...mailbox(`of-${(query as { account: string }).account}`), account_id: 'ann' }],
        next_cursor: null,
      }));
    });
    writeFileSync(join(home, 'credentials.json'), '{}');
    writeFileSync(join(home, 'profiles.json'), '{"default":{"account":"ann"}}');
    expect((await completed('agentmail inbox -m ', { home })).values).toEqual(['of-ann']);
  });

  test('recent messages of the mailbox, their subjects made harmless', async () => {
    const { home } = await twoMailboxes();
    const { rows } = await completed('agentmail read -m support ', { home });
    expect(rows).toEqual(['00000001\tann@example.com: \\u{1b}[2JPay now']);
  });

  test('profiles', async () => {
    const { home } = await twoMailboxes();
    await agentmail(['profiles', 'set', 'bot'], { home });
    expect((await completed('agentmail inbox --profile b', { home })).values).toEqual(['bot']);
    expect((await completed('agentmail profiles remove b', { home })).values).toEqual(['bot']);
  });

  test.each([
    ['no daemon runs', {}],
    ['the key is no good', { AGENTMAIL_KEY: 'none' }],
  ])('nothing when %s, without a word', async (_, env) => {
    expect(await completed('agentmail inbox -m ', { home: '/nowhere', env })).toMatchObject({ values: [] });
  });

  test('nothing when the daemon does not answer', async () => {
    const { home } = await startStub((server) => {
      server.get('/v1/mailboxes', () => new Promise(() => {}));
    });
    expect((await completed('agentmail inbox -m ', { home })).values).toEqual([]);
  });

  test('nothing from a keychain, which might ask for a password', async () => {
    const { home } = await twoMailboxes();
    let asked = false;
    const keychain = async () => {
      asked = true;
      return undefined;
    };
    expect((await completed('agentmail --profile other inbox -m ', { home, keychain })).values).toEqual([]);
    expect(asked).toBe(false);
  });
});

describe('the words of a line', () => {
  test.each([
    ['agentmail send -s "Hello there" -b ', ['agentmail', 'send', '-s', 'Hello there', '-b', '']],
    ["agentmail 'it''s' a\\ b", ['agentmail', 'its', 'a b']],
    ['agentmail send -s "$(touch x)', ['agentmail', 'send', '-s', '$(touch x)']],
    ['agentmail send -s ""', ['agentmail', 'send', '-s', '']],
  ])('%s', (line, expected) => {
    expect(wordsOfLine(line)).toEqual(expected);
  });
});

test.each(SHELLS)('there is a script for %s, and the shell may be named only so', async (shell) => {
  expect((await agentmail(['completion', shell])).stdout).toContain('agentmail complete');
  expect((await agentmail(['completion', `${shell}x`])).exit).toBe(2);
});

test('a script is an answer like others when JSON is asked for', async () => {
  const { stdout: script } = await agentmail(['completion', 'bash']);
  expect((await agentmail(['completion', 'bash', '--json'])).json()).toEqual({ shell: 'bash', script });
});

test('the command that shells run is in no help', async () => {
  expect((await agentmail(['--help'])).stdout).not.toMatch(/^ {2}complete\b/m);
});
