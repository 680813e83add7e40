import { describe, expect, test } from 'vitest';
import { HINTS, hintFor, REASON_HINTS } from '../../../cli/client/hints.ts';
import { ENTRIES } from '../../../cli/commands/entries.ts';
import { COMMANDS } from '../../../cli/commands/index.ts';
import { CommandError } from '../../../cli/errors.ts';
import { knownFlag } from '../../../cli/guide/completion/place.ts';
import { withNextStep } from '../../../cli/guide/help/next-step.ts';
import { agentmail } from '../../support/cli.ts';

const NAMES = new Map(COMMANDS.map((command) => [command.name.join(' '), command]));

/** Flags of the refused command itself, or of every command. */
const ANY_FLAGS = new Set([
  '--profile',
  ...COMMANDS.flatMap(({ flags }) => Object.values(flags).flatMap((flag) => knownFlag(flag).names)),
]);

const ALL_HINTS = Object.entries({ ...HINTS, ...REASON_HINTS });

/** The commands that a hint tells people to type. */
function commandsIn(hint: string) {
  return [...hint.matchAll(/agentmail ((?:[a-z-]+ ?)+)/g)].map(([, words = '']) => {
    const all = words.trim().split(' ');
    while (all.length > 0 && !NAMES.has(all.join(' '))) all.pop();
    return NAMES.get(all.join(' '));
  });
}

describe('a hint', () => {
  test('says who opens a preview: the plan, or the mailbox', () => {
    expect(hintFor('ATTACHMENT_PREVIEW_DISABLED', { reason: 'paid_plan_needed' })).toContain('--tier');
    expect(hintFor('ATTACHMENT_PREVIEW_DISABLED', { reason: 'metadata_only' })).toBe(
      'a person can allow previews: agentmail mailboxes attachments MAILBOX --mode derived_content',
    );
  });

  test.each(ALL_HINTS)('for %s names commands and flags that exist', (_, hint) => {
    const commands = commandsIn(hint);
    for (const command of commands) expect(command, hint).toBeDefined();
    const meant = commands.length > 0 ? commands : COMMANDS;
    const flags = meant.flatMap((command) =>
      Object.values(command?.flags ?? {}).flatMap((flag) => knownFlag(flag).names),
    );
    for (const [name] of hint.matchAll(/--[a-z-]+/g)) {
      if (!flags.includes(name)) expect([...ANY_FLAGS], hint).toContain(name);
    }
  });

  test.each(ALL_HINTS)('for %s gives a command the arguments that it takes, in their order', (_, hint) => {
    for (const [, words = ''] of hint.matchAll(/agentmail ([^,;:]+)/g)) {
      const tokens = words.replaceAll(/\{\w+\|(\w+)[^}]*\}/g, '$1').split(' ');
      const name = [3, 2, 1].map((count) => tokens.slice(0, count).join(' ')).find((each) => NAMES.has(each));
      const after = tokens.slice(name?.split(' ').length);
      const end = after.findIndex((token) => !/^(?:[A-Z_]+|on|off)$/.test(token));
      const taken = Object.values(NAMES.get(name ?? '')?.arguments ?? {});
      for (const [index, token] of after.slice(0, end < 0 ? undefined : end).entries()) {
        const kinds = taken[index]?.label.split('|') ?? [];
        expect(kinds.length > 1 ? kinds : [kinds[0] && token.toUpperCase()], hint).toContain(token);
      }
    }
  });

  test('has what the error is about in it, unless a shell could take it for more', () => {
    expect(hintFor('RECIPIENT_AGENT_CONTAINED', { recipient: 'ann@example.com' })).toBe(
      'agentmail allowlist add ann@example.com',
    );
    expect(hintFor('RECIPIENT_AGENT_CONTAINED', { recipient: '$(reboot)@example.com' })).toBe(
      'agentmail allowlist add ADDRESS',
    );
    expect(hintFor('RECIPIENT_AGENT_CONTAINED')).toBe('agentmail allowlist add ADDRESS');
    expect(hintFor('toString')).toBeUndefined();
  });

  test('is that of the reason where the error names one, and else how long to wait', () => {
    expect(hintFor('CONFLICT', { reason: 'name_in_use' })).toBe(REASON_HINTS.name_in_use);
    const typo = { reason: 'RECIPIENT_DOMAIN_TYPO_SUSPECTED', suggestion: 'gmail.com' };
    expect(hintFor('RECIPIENT_VALIDATION_FAILED', typo)).toBe('did you mean gmail.com?');
    expect(hintFor('CONFLICT', { reason: 'toString' })).toBe(HINTS.CONFLICT);
    expect(hintFor('RATE_LIMITED', { retry_after: 3600 })).toBe('try again in 60 minutes');
    expect(hintFor('RATE_LIMITED', { daily_limit: 15 })).toBe(HINTS.RATE_LIMITED);
    expect(hintFor('PHONE_VERIFICATION_RATE_LIMITED', { retry_after: 30 })).toBe('try again in 30 seconds');
  });
});

describe('words that name no command', () => {
  test.each([
    ['inbxo', 'agentmail inbox'],
    ['list mailboxes', 'agentmail mailboxes list'],
    ['mailbox list', 'agentmail mailboxes list'],
    ['create-mailbox support', 'agentmail mailboxes create'],
    ['approve 0196f0c2', 'agentmail review approve'],
    ['--profile bot statsu', 'agentmail status'],
    ['mailboxes delet support', 'agentmail mailboxes delete'],
  ])('"%s" lead to %s', async (line, command) => {
    const ran = await agentmail(line.split(' '));
    expect(ran.exit).toBe(2);
    expect(ran.error()).toMatchObject({ code: 'USAGE', hint: `did you mean ${command}?` });
  });

  test.each([
    ['frobnicate', 'agentmail --help'],
    ['frobnicate --help', 'agentmail --help'],
    ['mailboxes frobnicate --help', 'agentmail mailboxes --help'],
    ['help frobnicate', 'agentmail --help'],
  ])('"%s" is a mistake, and no help', async (line, hint) => {
    const ran = await agentmail(line.split(' '));
    expect(ran).toMatchObject({ exit: 2, stdout: '' });
    expect(ran.error()).toMatchObject({ code: 'USAGE', hint });
  });

  test('a flag that is none leads to the nearest', async () => {
    expect((await agentmail(['wait', '--tiemout', '3'])).error().hint).toBe('did you mean --timeout?');
  });
});

describe('a wrong command line without a better hint', () => {
  test.each([
    ['keys revoke', 'agentmail keys revoke --help'],
    ['--json messages show', 'agentmail messages show --help'],
    ['mailboxes update', 'agentmail mailboxes update --help'],
    ['attachments stage /no/such/file', 'agentmail attachments stage --help'],
  ])('"%s" leads to the help of its command', async (line, hint) => {
    const ran = await agentmail(line.split(' '));
    expect(ran).toMatchObject({ exit: 2, stdout: '' });
    expect(ran.error()).toMatchObject({ code: 'USAGE', hint });
  });

  const nothing = (exit: 'usage' | 'refused', code: string, details?: Record<string, unknown>) =>
    new CommandError('Not found.', { exit, code, details });
  const badId = { issues: [{ path: 'id', message: 'must be a UUID' }] };
  test.each([
    ['webhooks show', nothing('usage', 'NOT_FOUND'), 'agentmail webhooks list shows them'],
    ['webhooks show', nothing('usage', 'VALIDATION_ERROR', badId), 'agentmail webhooks list shows them'],
    ['reply', nothing('usage', 'NOT_FOUND'), 'agentmail messages list shows them'],
    ['idempotency', nothing('usage', 'NOT_FOUND'), 'agentmail idempotency --help'],
    ['reply', nothing('refused', 'CONFLICT'), undefined],
  ])('%s that finds nothing leads to the list', (name, error, hint) => {
    const command = NAMES.get(name);
    if (!command) throw new Error(`there is no ${name}`);
    const told = withNextStep(error, command, ENTRIES);
    expect(told instanceof CommandError && told.failure.hint).toBe(hint);
  });

  test.each([
    ['keys list', undefined],
    ['operator audit', 'start again without --cursor'],
    ['inbox', 'start again without --cursor'],
    ['drafts list', 'start again without --cursor'],
    ['events tail', 'use a later --since: events are kept for 30 days; without --since, it starts now'],
    ['webhooks tail', 'use a later --since: events are kept for 30 days; without --since, it starts now'],
  ])('%s begins anew with the flag that it has', (name, hint) => {
    const command = NAMES.get(name);
    if (!command) throw new Error(`there is no ${name}`);
    const failure = { exit: 'usage', code: 'INVALID_CURSOR', hint: hintFor('INVALID_CURSOR') } as const;
    const told = withNextStep(new CommandError('The cursor is none.', failure), command, ENTRIES);
    expect(told instanceof CommandError && told.failure.hint).toBe(hint ?? HINTS.INVALID_CURSOR);
  });

  test('a file that is not there is told without the words of the operating system', async () => {
    const ran = await agentmail(['attachments', 'stage', '/no/such/file']);
    expect(ran.error().error).toBe("Can't read /no/such/file: no such file or folder.");
  });
});
