import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { NEW_MAILBOX } from '../../../../cli/tasks/setup/plan/mailbox-fields.ts';
import * as api from '../../../support/api.ts';
import { createAgent } from '../../../support/service.ts';
import { type PlanJson, type SetupDesk, setupDesk } from '../../../support/setup-desk.ts';

/** One file with the whole setup: planned, applied and exported. */

const GUARDED = `version: 1
mailboxes:
  support:
    preset: guarded
    approval_expiry: 72h
    send_window:
      { timezone: Europe/Berlin, days: [mon, fri], start: "08:00", end: "18:00", outside_action: block }
    allowlist: [ann@partner.example, "@customer.example"]
keys:
  support bot: { role: agent, mailboxes: [support], secret_file: bot.key }
suppressions: [never@example.com]
`;

let desk: SetupDesk;
beforeEach(async () => {
  desk = await setupDesk();
});

async function mailboxNamed(name: string) {
  const { mailboxes } = await desk.service.must(desk.admin, api.listMailboxes);
  return mailboxes.find((each) => each.name === name);
}
const policyFile = (policies: string) => desk.write(`version: 1\nmailboxes: { support: ${policies} }\n`);
const planned = async (file: string, ...more: string[]) =>
  (await desk.run(['plan', file, ...more])).json<PlanJson>();
const changesOf = ({ changes }: PlanJson) =>
  changes.map(({ path, action, direction }) => [path, action, direction]);

describe('a file on an empty account', () => {
  test('is planned, applied, and then changes nothing', async () => {
    const file = desk.write(GUARDED);
    const plan = await desk.run(['plan', file]);
    expect([plan.exit, plan.stderr]).toEqual([2, '']);
    expect(changesOf(plan.json())).toEqual([
      ['mailboxes.support', 'create', 'neutral'],
      ['suppressions', 'add', 'tighten'],
      ['mailboxes.support', 'update', 'tighten'],
      ['mailboxes.support.allowlist', 'add', 'loosen'],
      ['keys.support bot', 'create', 'loosen'],
    ]);
    expect(await mailboxNamed('support')).toBeUndefined();

    const applied = await desk.run(['apply', file]);
    expect([applied.exit, applied.stderr]).toEqual([0, '']);
    const support = await mailboxNamed('support');
    expect(support).toMatchObject({
      hitl_mode: 'all_outbound',
      recipient_policy_mode: 'allowlist',
      approval_expiry: '72h',
    });
    const keyFile = join(dirname(file), 'bot.key');
    const key = readFileSync(keyFile, 'utf8').trim();
    expect(statSync(keyFile).mode & 0o777).toBe(0o600);
    expect((await desk.service.must(key, api.getCaller)).bound_mailbox_ids).toEqual([support?.id]);
    expect(applied.stdout).not.toContain(key);

    expect((await desk.run(['plan', file])).exit).toBe(0);
    expect((await desk.run(['drift', file])).exit).toBe(0);
  });

  test('comes back from an export, of which apply changes nothing', async () => {
    await desk.run(['apply', desk.write(GUARDED)]);
    const exported = await desk.run(['export']);
    expect(exported.json.length === 0 && exported.exit).toBe(0);
    const file = desk.write(exported.stdout, 'exported.yaml');
    expect((await planned(file)).changes).toEqual([]);
    expect((await desk.run(['drift', file])).exit).toBe(0);
    const json = await desk.run(['export', '--format', 'json']);
    expect((await planned(desk.write(json.stdout, 'exported.json'))).changes).toEqual([]);
  });

  test('finds a new mailbox as the plan predicts it', async () => {
    const file = desk.write('version: 1\nmailboxes: { plain: {} }\n');
    expect((await desk.run(['apply', file])).exit).toBe(0);
    const fields = JSON.stringify({ version: 1, mailboxes: { plain: { ...NEW_MAILBOX } } });
    expect((await planned(desk.write(fields, 'new.json'))).changes).toEqual([]);
  });

  test('shows a person what loosens, and asks', async () => {
    const file = desk.write(GUARDED);
    const asked: string[] = [];
    const no = await desk.run(['apply', file], {
      env: { NO_COLOR: '1' },
      terminal: 100,
      line: async (question) => {
        asked.push(question);
        return 'n';
      },
    });
    expect(asked).toEqual(['Make these 5 changes, 2 of which loosen a rule? [y/N] ']);
    expect([no.exit, await mailboxNamed('support')]).toEqual([2, undefined]);
    expect(no.stdout).toContain('~ mailboxes.support.allowlist loosens');
    expect(no.stdout).toContain('+ ann@partner.example');
    expect(no.stdout).toMatch(/5 changes 2 loosening revision [0-9a-f]{16}/);
  });
});

describe('a change that loosens a rule', () => {
  beforeEach(async () => {
    expect((await desk.run(['apply', policyFile('{ preset: guarded }')])).exit).toBe(0);
  });
  const loose = () => policyFile('{ agent_release: contract, hitl_mode: risky_only, approval_expiry: 24h }');

  test('comes last, apart from what tightens', async () => {
    const { changes, loosening } = await planned(loose());
    expect([
      changes.map(({ direction, fields }) => [direction, fields.map(({ field }) => field)]),
      loosening,
    ]).toEqual([
      [
        ['tighten', ['approval_expiry']],
        ['loosen', ['hitl_mode', 'agent_release']],
      ],
      1,
    ]);
  });

  test('is refused to a key before anything is changed, if only a person may make it', async () => {
    const ran = await desk.run(['apply', loose()]);
    expect([ran.exit, ran.error().code]).toEqual([4, 'REAUTH_REQUIRES_SESSION']);
    expect(await mailboxNamed('support')).toMatchObject({ approval_expiry: 'never' });
  });

  test('is left with --tighten-only, and told', async () => {
    const ran = await desk.run(['apply', loose(), '--tighten-only']);
    expect(ran.exit).toBe(0);
    expect(ran.json<{ skipped: { path: string }[] }>().skipped.map(({ path }) => path)).toEqual([
      'mailboxes.support',
    ]);
    expect(await mailboxNamed('support')).toMatchObject({ approval_expiry: '24h', agent_release: 'never' });
  });

  test('is made by a signed-in person with fresh proof, once for all mailboxes', async () => {
    await desk.run(['apply', desk.write('version: 1\nmailboxes: { sales: { preset: guarded } }\n')]);
    const file = desk.write(
      'version: 1\nmailboxes: { support: { agent_release: contract }, sales: { agent_release: contract } }\n',
    );
    const wrong = await desk.asPerson(['apply', file], { stdin: 'wrong\n' });
    expect([wrong.exit, wrong.error().code]).toEqual([2, 'REAUTH_INVALID_PASSWORD']);
    expect((await desk.asPerson(['apply', file])).exit).toBe(0);
    expect((await mailboxNamed('sales'))?.agent_release).toBe('contract');
    expect((await mailboxNamed('support'))?.agent_release).toBe('contract');
  });

  test('that takes the acceptance of a notice is a request with the command for a person', async () => {
    const file = policyFile(
      '{ instruction_trust: true, outbound_attachments: true, trusted_sources: [boss@example.com] }',
    );
    const { changes } = await planned(file);
    expect(changes.map(({ action, command }) => [action, command])).toEqual([
      ['ask', 'agentmail mailboxes outbound-attachments on support --accept-disclaimer v1'],
      ['ask', 'agentmail trust enable -m support --strict-recipients on --accept-risk v1'],
      ['ask', 'agentmail trust grant boss@example.com -m support --attest --accept-risk v1'],
    ]);
    const ran = await desk.asPerson(['apply', file]);
    expect([ran.exit, ran.json<{ applied: unknown[]; asked: unknown[] }>()]).toMatchObject([
      0,
      { applied: [] },
    ]);
    expect((await mailboxNamed('support'))?.instruction_trust_mode).toBe('disabled');
  });
});

describe('an agent', () => {
  test.each(['plan', 'apply', 'drift', 'export'])('is refused before %s reads anything', async (verb) => {
    await desk.run(['apply', policyFile('{ preset: guarded }')]);
    const agent = await createAgent(desk.service, desk.admin, (await mailboxNamed('support'))?.id ?? '');
    const missing = verb === 'export' ? [] : ['no-such-file.yaml'];
    const ran = await desk.run([verb, ...missing], { env: { AGENTMAIL_KEY: agent } });
    expect([ran.exit, ran.error()]).toMatchObject([
      4,
      { code: 'INSUFFICIENT_SCOPE', error: "Agents can't read or change the setup." },
    ]);
  });
});

describe('two people', () => {
  test('who review different states are told with --planned', async () => {
    const file = desk.write(GUARDED);
    const { revision } = await planned(file);
    await desk.run(['apply', desk.write('version: 1\nmailboxes: { other: {} }\n', 'other.yaml')]);
    const late = await desk.run(['apply', file, '--planned', revision]);
    expect([late.exit, late.error().code]).toEqual([4, 'SETUP_CHANGED']);
    expect(await mailboxNamed('support')).toBeUndefined();
    const { revision: now } = await planned(file);
    expect((await desk.run(['apply', file, '--planned', now])).exit).toBe(0);
  });

  test('of whom one changes a mailbox while the other is asked', async () => {
    await desk.run(['apply', policyFile('{ preset: guarded }')]);
    const file = policyFile('{ approval_expiry: 24h }');
    const ran = await desk.run(['apply', file], {
      terminal: 100,
      line: async () => {
        await desk.run(['mailboxes', 'update', 'support', '--approval-expiry', '7d']);
        return 'y';
      },
    });
    expect(ran.exit).toBe(4);
    expect(ran.stderr).toContain('SETUP_CHANGED');
    expect((await mailboxNamed('support'))?.approval_expiry).toBe('7d');
  });

  test('who apply the same file at once end with what it says', async () => {
    const file = desk.write(GUARDED.replace(', secret_file: bot.key', ''));
    const both = await Promise.all([desk.run(['apply', file]), desk.run(['apply', file])]);
    expect(both.some(({ exit }) => exit === 0)).toBe(true);
    const again = await desk.run(['apply', file]);
    expect(again.exit).toBe(0);
    expect((await planned(file)).changes).toEqual([]);
  });
});

describe('what the file does not name', () => {
  beforeEach(async () => {
    const file = desk.write(
      'version: 1\nmailboxes: { support: { preset: guarded, allowlist: [a@x.example, b@x.example] }, old: {} }\n',
    );
    expect((await desk.run(['apply', file])).exit).toBe(0);
  });

  test('stays, is told, and counts as drift', async () => {
    const file = policyFile('{ allowlist: [a@x.example] }');
    expect(await planned(file)).toMatchObject({
      changes: [],
      left: [
        { path: 'mailboxes.support.allowlist', count: 1, prune: 'allowlist' },
        { path: 'mailboxes', count: 1, prune: 'mailboxes' },
      ],
    });
    expect((await desk.run(['drift', file])).exit).toBe(2);
  });

  test('is deleted with --prune of its kind only', async () => {
    const file = policyFile('{ allowlist: [a@x.example] }');
    expect((await desk.run(['apply', file, '--prune', 'allowlist'])).exit).toBe(0);
    const { left } = await planned(file);
    expect(left.map(({ path }) => path)).toEqual(['mailboxes']);
    expect((await desk.run(['apply', file, '--prune', 'mailboxes'])).exit).toBe(0);
    expect(await mailboxNamed('old')).toBeUndefined();
  });

  test('is not deleted without its name if it holds mail, or a list ends empty', async () => {
    await desk.service.deliver({
      from: 'ann@example.org',
      to: 'old@agentmail.localhost',
      subject: 'Hi',
      text: 'Hi',
    });
    await desk.service.drain();
    const file = policyFile('{ allowlist: [] }');
    const mail = await desk.run(['apply', file, '--prune', 'mailboxes']);
    expect([mail.exit, mail.error()]).toMatchObject([
      2,
      { error: 'mailboxes.old: It holds mail. Nothing was changed.' },
    ]);
    const list = await desk.run(['apply', file, '--prune', 'allowlist']);
    expect(list.error().hint).toBe('to go on: --confirm mailboxes.support.allowlist');
    expect(await mailboxNamed('old')).toBeDefined();

    const prune = ['apply', file, '--prune', 'mailboxes', '--prune', 'allowlist'];
    const typed = await desk.run(prune, {
      terminal: 100,
      line: async (question) => /Type (\S+)/.exec(question)?.[1] ?? 'y',
    });
    expect([typed.exit, await mailboxNamed('old')]).toEqual([0, undefined]);
  });
});

describe('a run that fails', () => {
  test('stops there, tells what was done, and goes on the next time', async () => {
    const text = (name: string) =>
      `version: 1\nmailboxes: { a: { preset: guarded }, b: { display_name: "${name}" }, c: {} }\n`;
    const failed = await desk.run(['apply', desk.write(text('bank.example'))]);
    expect([failed.exit, failed.error()]).toMatchObject([
      2,
      {
        code: 'DISPLAY_NAME_INVALID',
        details: { stopped_at: 'mailboxes.b', applied: ['create mailboxes.a'], not_applied: 2 },
      },
    ]);
    expect((await desk.run(['apply', desk.write(text('B'))])).exit).toBe(0);
    expect(await mailboxNamed('c')).toBeDefined();
  });

  test('begins nothing if the file of a new secret is there already', async () => {
    const file = desk.write(GUARDED);
    desk.write('precious', 'bot.key');
    const ran = await desk.run(['apply', file]);
    expect([ran.exit, await mailboxNamed('support')]).toEqual([2, undefined]);
    expect(readFileSync(join(dirname(file), 'bot.key'), 'utf8')).toBe('precious');
    expect(existsSync(join(dirname(file), 'agentmail.yaml'))).toBe(true);
  });

  test('of a list that is too long for the hour tells when to go on, except for the owner', async () => {
    const entries = Array.from({ length: 5200 }, (_, at) => `person${at}@long.example`).join('\n');
    desk.write(`email\n${entries}\n`, 'partners.csv');
    const file = policyFile('{ preset: guarded, allowlist: { file: partners.csv } }');
    const elsewhere = { AGENTMAIL_URL: desk.service.daemon.runtime.http };
    const ran = await desk.run(['apply', file], { home: '/nowhere', env: elsewhere });
    expect([ran.exit, ran.error().code]).toEqual([8, 'RATE_LIMITED']);
    expect((await planned(file)).changes).toMatchObject([{ entry_count: 200 }]);
    expect((await desk.run(['apply', file])).exit).toBe(0);
    expect((await planned(file)).changes).toEqual([]);
  });
});
