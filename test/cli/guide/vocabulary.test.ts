import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Command } from '../../../cli/command.ts';
import { COMMANDS } from '../../../cli/commands/index.ts';
import type { Flag } from '../../../cli/input/options/flag.ts';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';

/** One name for one meaning: walks all flags and arguments of all commands. */

const nameOf = ({ name }: Pick<Command, 'name'>) => name.join(' ');
const longName = ({ flags }: Pick<Flag<unknown>, 'flags'>) => /--([\w-]+)/.exec(flags)?.[1] ?? flags;
/** As `<TIME>`, `[DURATION]`; empty for a flag without a value. */
const placeholder = ({ flags }: Pick<Flag<unknown>, 'flags'>) => /[<[].+[>\]]$/.exec(flags)?.[0] ?? '';

interface Use {
  readonly command: string;
  readonly flag: Flag<unknown>;
}
const USES: readonly Use[] = COMMANDS.flatMap((command) =>
  Object.values(command.flags)
    .filter(({ hidden }) => !hidden)
    .map((flag) => ({ command: nameOf(command), flag })),
);
const BY_NAME = Map.groupBy(USES, ({ flag }) => longName(flag));

/** Names with two kinds of values, each with the reason. */
const TWO_KINDS: Readonly<Record<string, readonly string[]>> = {
  // Before --mailbox had its place in send; elsewhere it narrows by sender.
  from: ['<ADDRESS>', '<MAILBOX>'],
  // Of keys and simulated mail it's any text, of messages one of the words that lists filter by.
  label: ['<LABEL>', '<TEXT>'],
  // A star has no name, a label has.
  remove: ['', '<LABEL>'],
  // The listener of a daemon that starts, and the server of a mailbox that is connected.
  smtp: ['<HOST:PORT>', '<URL>'],
  // The answer to a question that is asked by name, and the choice not to be asked for a file or secret.
  password: [''],
};

describe('a flag', () => {
  test.each([...BY_NAME])('--%s takes the same kind of value everywhere', (name, uses) => {
    const kinds = new Set(uses.map(({ flag }) => placeholder(flag)));
    expect([...kinds].toSorted()).toEqual(TWO_KINDS[name] ?? [[...kinds][0]]);
  });

  test.each([...BY_NAME])('--%s has the same short form everywhere', (_, uses) => {
    const short = uses.map(({ flag }) => /^-\w/.exec(flag.flags)?.[0] ?? '');
    expect(new Set(short).size).toBe(1);
  });

  test('for one meaning has one name: a mailbox, an id, a time and a page are written alike', () => {
    const kinds = new Set(USES.map(({ flag }) => placeholder(flag)));
    for (const old of ['<ID>', '<TIMESTAMP>', '<WHEN>', '<SECONDS>', '[SECONDS]', '<true|false>', '<YES|NO>'])
      expect([old, kinds.has(old)]).toEqual([old, old === '<ID>' && kinds.has('<ID>')]);
    const names = (kind: string) =>
      new Set(USES.filter(({ flag }) => placeholder(flag) === kind).map(({ flag }) => longName(flag)));
    expect(names('<MAILBOX>')).toEqual(new Set(['mailbox', 'from', 'reply-to']));
    expect(names('<ORIGIN>')).toEqual(new Set(['origin']));
    expect(names('<CURSOR>')).toEqual(new Set(['cursor']));
    expect(names('<N>')).not.toContain('days');
    expect(names('<ID>')).toEqual(new Set(['challenge']));
  });

  test.each(
    USES.filter(({ flag }) => placeholder(flag) === '<on|off>').map((use) => [use.command, use] as const),
  )('that is a switch takes on and off, and what it once took: %s', (_, { flag }) => {
    expect(flag.choices).toEqual(['on', 'off']);
    expect(flag.oldChoices).toMatchObject({ true: 'on', false: 'off', yes: 'on', no: 'off' });
  });

  test('takes a time through the one reader of times, and a duration through the one of durations', () => {
    for (const { command, flag } of USES) {
      const kind = placeholder(flag);
      if (kind === '<TIME>') expect([command, typeof flag.resolve]).toEqual([command, 'function']);
      if (/DURATION/.test(kind) && !flag.choices) {
        expect(() => flag.parse?.('soon'), `${command} ${flag.flags}`).toThrow(/as 90s|whole days/);
      }
    }
  });
});

test('a list that goes on over pages takes --limit and --cursor', async () => {
  for (const command of COMMANDS) {
    const own = Object.values(command.flags).map(longName);
    if (own.includes('cursor'))
      expect([nameOf(command), own]).toEqual([nameOf(command), expect.arrayContaining(['limit'])]);
    if (!/(?:^| )(?:list|inbox|search|deliveries|attempts|allowed|blocked|audit|jobs)$/.test(nameOf(command)))
      continue;
    const fields = Object.values(await command.endpoints()).flatMap(fieldsOf);
    const names = new Set(fields.map(({ name }) => name));
    // The queue is joined from several lists, and attachments are those of one message.
    if (['review list', 'attachments list'].includes(nameOf(command))) continue;
    const pages = ['cursor', 'before', 'before_ts', 'before_id'].some((each) => names.has(each));
    expect([nameOf(command), own.includes('cursor')]).toEqual([nameOf(command), pages]);
  }
});

interface Field {
  readonly name: string;
  readonly schema: z.ZodType;
}

/** The fields of a query and of a body. */
function fieldsOf({ query, body }: Endpoint): readonly Field[] {
  return [query, body].flatMap((schema) => {
    const inner = schema && unwrapped(schema as z.ZodType);
    return inner instanceof z.ZodObject
      ? Object.entries(inner.shape).map(([name, field]) => ({ name, schema: field as z.ZodType }))
      : [];
  });
}

function unwrapped(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return unwrapped(schema.unwrap() as z.ZodType);
  }
  return schema instanceof z.ZodArray ? unwrapped(schema.element as z.ZodType) : schema;
}

/** Fields that no flag sets by its value, by command; `*` for every command. */
/** Inputs of the tools that the command serves. */
const OF_TOOLS: readonly string[] = [
  ...['status', 'direction', 'automatic', 'subaddress_mode', 'origin', 'kind', 'as', 'answer'],
  ...['body_format', 'role'],
];

const WITHOUT_CHOICES: Readonly<Record<string, readonly string[]>> = {
  // --verbose, --soft and the scope of a hold follow from other flags.
  '*': ['view', 'quarantine_access', 'preset'],
  'operator messages bounce': ['type'],
  'holds apply': ['scope'],
  'domains add': ['transport_mode'],
  'suppressions undo': ['reason'],
  // They call another command's endpoint for one of its fields, or with a value of their own.
  inbox: ['status', 'direction', 'sort'],
  search: ['status', 'sort', 'automatic'],
  // --extract has otp and links; a model names the kind.
  // --include-automatic.
  wait: ['kind', 'automatic'],
  'messages wait': ['kind', 'automatic'],
  'messages list': ['sort', 'automatic'],
  // A file, or one of the scenarios.
  'simulate inbound': ['scenario'],
  'policy set-mode': [
    ...['default_subaddress_mode', 'pii_mode', 'hitl_mode', 'agent_send_policy', 'recipient_policy_mode'],
    ...['agent_authoring_mode', 'approval_expiry', 'participant_authentication', 'agent_quarantine_access'],
    ...['agent_release', 'agent_entries', 'automatic_replies', 'agent_forwarding'],
  ],
  // Those of a forward are in a command of its own.
  send: ['origin', 'as'],
  'policy preview': ['as'],
  'policy explain': ['as'],
  // Its message has no other fields than those that the scenario needs.
  'simulate outbound': ['subaddress_mode'],
  // With mailboxes it is an agent, else an admin.
  'operator accounts key': ['role'],
  // The verb of the command is the answer.
  'calendar accept': ['answer'],
  'calendar decline': ['answer'],
  'calendar tentative': ['answer'],
  // A model names them, or an event does.
  ...Object.fromEntries(['mcp', 'mcp install'].map((name) => [name, OF_TOOLS])),
  trigger: ['subaddress_mode', 'event', 'type'],
};

test.each(COMMANDS.map((command) => [nameOf(command), command] as const))(
  'values of a closed list are the choices of a flag or word: %s',
  async (name, command) => {
    // Settings are written as SETTING=VALUE; completion knows their names.
    if (/^(?:config|operator settings) /.test(name)) return;
    // A file has the values, and its schema.
    if (/^(?:plan|apply|drift|export|test)$/.test(name)) return;
    const taken = [...Object.values(command.flags), ...Object.values(command.arguments)];
    const listed = taken.flatMap(({ choices }) => (choices ? [choices] : []));
    const spared = new Set([...(WITHOUT_CHOICES['*'] ?? []), ...(WITHOUT_CHOICES[name] ?? [])]);
    // Only what the command is for; lists that it looks something up in are no part of it.
    const own = Object.values(await command.endpoints()).filter(
      ({ id }) => !LOOKED_UP.has(id) || isList(name),
    );
    const closed = own.flatMap(fieldsOf).filter(({ name: field }) => !spared.has(field));
    const missing = closed.filter(({ schema }) => {
      const values = unwrapped(schema);
      if (!(values instanceof z.ZodEnum)) return false;
      return !listed.some((choices) => values.options.every((each) => choices.includes(String(each))));
    });
    expect(missing.map(({ name: field }) => field)).toEqual([]);
  },
);

const LOOKED_UP: ReadonlySet<string> = new Set(['messages.list', 'messages.get', 'operator.outbox.list']);
const isList = (name: string) => /^(?:messages list|outbox list|inbox|search)$/.test(name);
