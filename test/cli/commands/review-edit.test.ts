import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { edit as openEditor } from '../../../cli/machine/process/editor.ts';
import * as api from '../../support/api.ts';
import { agentmail, type WorldOptions } from '../../support/cli.ts';
import {
  createAgent,
  createTenant,
  setMailbox,
  sharedService,
  type Tenant,
  temporaryHome,
} from '../../support/service.ts';

/** `agentmail review edit`: by flags for scripts, in an editor for a person, and as its agent reads it. */

const service = sharedService();
let tenant: Tenant;
let agent: string;
let home: string;

beforeAll(async () => {
  tenant = await createTenant(service, { email: 'desk@example.com', tier: 'pro', mailbox: 'desk' });
  await setMailbox(service, tenant, { hitl_mode: 'all_outbound' });
  agent = await createAgent(service, tenant.admin, tenant.mailbox.id);
  home = temporaryHome();
});

interface Sent {
  readonly message_id: string;
  readonly status: string;
  readonly edited_from?: string;
}

const env = (key: string) => ({
  AGENTMAIL_URL: service.daemon.runtime.http,
  AGENTMAIL_KEY: key,
  NO_COLOR: '1',
});
const review = (argv: readonly string[], options: WorldOptions = {}) =>
  agentmail(['review', 'edit', ...argv], { home, env: env(tenant.admin), ...options });
const shown = async (id: string) => (await service.call(agent, api.getMessage, { id })).body;

async function hold(changes: Record<string, string> = {}): Promise<string> {
  const { body } = await service.call(agent, api.send, {
    from_mailbox: tenant.mailbox.id,
    to: 'ann@example.com',
    subject: 'Offer',
    body: 'We take it for 900.',
    ...changes,
  });
  return body.message_id;
}

/** A person who edits what the editor shows, and answers questions; keeps both. */
function person(edits: readonly ((text: string) => string)[], answers: readonly string[]) {
  const files: string[] = [];
  const questions: string[] = [];
  const options: WorldOptions = {
    terminal: 100,
    edit: async (text) => {
      files.push(text);
      return edits[files.length - 1]?.(text) ?? text;
    },
    line: async (question) => {
      questions.push(question);
      return answers[questions.length - 1];
    },
  };
  return { files, questions, options };
}

test('flags change what they name, by a short id, and ask nothing', async () => {
  const id = await hold();
  const { exit, json } = await review([id.slice(-8), '--subject', 'Our offer', '--reason', 'clearer']);
  const { message_id: edited, ...answer } = json<Sent>();
  expect([exit, answer]).toMatchObject([0, { status: 'sent', edited_from: id }]);
  expect(await shown(edited)).toMatchObject({ subject: 'Our offer', recipient: 'ann@example.com' });
});

test('a new text drops the HTML, which has the old words', async () => {
  const id = await hold({ html: '<p>We take it for <b>900</b>.</p>' });
  const { json } = await review([id, '--body-file', '-'], { stdin: 'We take it for 700.' });
  expect(await shown(json<Sent>().message_id)).toMatchObject({
    has_html: false,
    body: { content: 'We take it for 700.' },
  });
});

test('a person edits the file, is asked, and the message goes out', async () => {
  const id = await hold();
  const { files, questions, options } = person(
    [(text) => text.replace('900', '700').replace('ann@', 'bob@').replace('Reason:', 'Reason: too much')],
    ['y'],
  );
  const { exit, stdout } = await review([id], options);
  expect(files[0]).toMatch(
    /^# .*\n# .*\nTo: ann@example\.com\nSubject: Offer\nReason: \n\nWe take it for 900\.\n$/,
  );
  expect(questions).toEqual(['Send "Offer" to bob@example.com? [y/N] ']);
  expect(exit).toBe(0);
  expect(stdout).toMatch(/Sent\.[\s\S]*edited from +/);
  const [, edited = ''] = /message +([0-9a-f-]{36})/.exec(stdout) ?? [];
  expect(await shown(edited)).toMatchObject({
    recipient: 'bob@example.com',
    body: { content: 'We take it for 700.' },
  });
  expect(await shown(id)).toMatchObject({ review: { resolution: 'edited', reason: 'too much' } });
});

test('an unchanged file and a no send nothing', async () => {
  const id = await hold();
  const unchanged = await review([id], person([(text) => text], []).options);
  expect([unchanged.exit, unchanged.stderr]).toEqual([4, expect.stringContaining('Nothing was changed.')]);
  const declined = await review([id], person([(text) => `${text}More.\n`], ['n']).options);
  expect(declined.exit).toBe(4);
  expect((await shown(id)).state).toBe('pending_review');
});

test('what is refused is edited again, with the reason at the top and nothing lost', async () => {
  const id = await hold();
  const { files, questions, options } = person(
    [
      (text) => text.replace('To: ann@example.com', 'To: ann@example.com\nCc: eve@example.com'),
      (text) => text.replace('Cc: eve@example.com\n', '').replace('ann@example.com', 'not an address'),
      (text) => text.replace('not an address', 'bob@example.com').replace('900', '700'),
    ],
    ['y', 'y', 'y', 'y', 'y'],
  );
  expect((await review([id], options)).exit).toBe(0);
  expect(files[1]).toMatch(/^# Not sent: An edit can't add recipients to the held message\.\n/);
  expect(files[2]?.match(/# Not sent/g)).toHaveLength(1);
  expect(questions).toHaveLength(5);
});

test('no terminal, a redacting mailbox and an agent key are refused with what to do', async () => {
  const id = await hold();
  expect((await review([id])).error()).toMatchObject({
    code: 'USAGE',
    hint: 'name what changes: --to, --subject, --body or --body-file',
  });
  expect((await review([id, '-s', 'Mine'], { env: env(agent) })).error().code).toBe('INSUFFICIENT_SCOPE');
  await setMailbox(service, tenant, { pii_mode: 'redacted' });
  onTestFinished(() => setMailbox(service, tenant, { pii_mode: 'passthrough' }));
  const { exit, stderr } = await review([id], person([], []).options);
  expect([exit, stderr]).toEqual([2, expect.stringContaining('would send the placeholders')]);
});

test('send --wait of the agent ends with what became of the edited message', async () => {
  const sending = agentmail(
    ['send', '--to', 'ann@example.com', '-s', 'Our numbers', '-b', 'Here.', '--wait', '60'],
    { home, env: env(agent), terminal: 100 },
  );
  const query = { id: tenant.mailbox.id, status: 'pending_review', search: 'numbers' } as const;
  const held = () => service.must(tenant.admin, api.listMessages, query).then(({ messages }) => messages);
  await expect.poll(held).toHaveLength(1);
  await review([(await held())[0]?.id ?? '', '-s', 'Better numbers']);
  const { exit, stdout } = await sending;
  expect(exit).toBe(0);
  expect(stdout).toMatch(
    /A person edited it and sent this version: Sent\.[\s\S]*review +edited by an admin key/,
  );
});

test('the editor gets a private file, which is removed; one that fails says so', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'agentmail-editor-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const script = join(folder, 'editor.sh');
  writeFileSync(script, 'stat -c "%a %n" "$1" "$(dirname "$1")" | cut -d" " -f1 | tr "\\n" " " >> "$1"');
  const saved = await openEditor('To: x\n', { EDITOR: `sh ${script}` }, folder);
  expect(saved).toBe('To: x\n600 700 ');
  await expect(openEditor('x', { VISUAL: 'false' }, folder)).rejects.toThrow('The editor "false" failed');
  expect(readdirSync(folder)).toEqual(['editor.sh']);
});

test('approve and deny take several ids: one reason for all, and each failure by its id', async () => {
  const [one, two, decided] = [await hold(), await hold(), await hold()];
  await service.call(tenant.admin, api.denyMessage, { id: decided });
  const ran = await agentmail(['review', 'deny', one, decided, two, '--reason', 'wrong customer'], {
    home,
    env: env(tenant.admin),
  });
  expect(ran.exit).toBe(4);
  expect(ran.json()).toMatchObject({
    succeeded: 2,
    failed: 1,
    results: [
      { item: one, ok: true },
      { item: decided, ok: false, error: { code: 'CONFLICT' } },
      { item: two, ok: true },
    ],
  });
  for (const id of [one, two]) {
    expect(await shown(id)).toMatchObject({ state: 'blocked', review: { reason: 'wrong customer' } });
  }
});
