import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { setupSchema } from '../../../../.config/reference/setup-schema.ts';
import { CommandError } from '../../../../cli/errors.ts';
import { readSecretAt, readSetup } from '../../../../cli/tasks/setup/file/read.ts';
import { setupFile } from '../../../../cli/tasks/setup/file/schema.ts';
import { testWorld } from '../../../support/cli.ts';
import { temporaryHome } from '../../../support/service.ts';

/** Values of a setup file, and how its mistakes are told. */

/** A variable as a file has it. */
const variable = (name: string) => `\${${name}}`;

function folderWith(files: Readonly<Record<string, string>>) {
  const folder = temporaryHome();
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

function read(
  text: string,
  { env = {}, files = {} }: { env?: Record<string, string>; files?: Record<string, string> } = {},
) {
  const folder = folderWith({ ...files, 'agentmail.yaml': text });
  return readSetup(testWorld({ env }), join(folder, 'agentmail.yaml'));
}

async function refusal(text: string, options: Parameters<typeof read>[1] = {}) {
  const error: unknown = await read(text, options).catch((caught: unknown) => caught);
  if (!(error instanceof CommandError)) throw new Error(`not refused: ${JSON.stringify(error)}`);
  return error;
}

test.each([
  [
    'an unknown key',
    'version: 1\nmailboxes:\n  support:\n    alowlist: []',
    '4:5: unknown key "alowlist", did you mean "allowlist"?',
  ],
  ['an unknown key far from any', 'version: 1\nnonsense: 1', '2:1: unknown key "nonsense"'],
  [
    'a setting of a machine',
    'version: 1\nsettings: { http.listen: "127.0.0.1:1" }',
    '2:13: unknown key "http.listen"',
  ],
  [
    'a wrong value',
    'version: 1\nmailboxes:\n  a: { hitl_mode: on }',
    '3:19: mailboxes.a.hitl_mode must be one of: disabled, risky_only, all_outbound',
  ],
  ['a missing version', 'mailboxes: {}', '1:1: version is required'],
  ['a file that is no map', '- a', '1:1: must be a map with version: 1'],
  ['a key given twice', 'version: 1\nversion: 1', '2:1: Map keys must be unique'],
  [
    'a list that is open',
    'version: 1\nsuppressions: [a@x.example',
    '2:27: Flow sequence in block collection must be sufficiently indented and end with a ]',
  ],
  ['a wrong entry', 'version: 1\nsuppressions:\n  - ann@x.example\n  - nobody', '4:5: "nobody" has no @'],
  [
    'a secret in the file',
    'version: 1\nwebhooks:\n  - url: https://x.example\n    enabled_events: [message.received]\n    request_headers: { A: b }',
    '5:27: webhooks.0.request_headers.A must be a reference, as {env: NAME} or {file: PATH}: secrets are never in the file',
  ],
  [
    'a variable that is not set',
    `version: 1\nmailboxes:\n  a: { display_name: "${variable('TEAM')}" }`,
    "3:22: the variable TEAM isn't set, and has no default",
  ],
  [
    'a key that objects inherit',
    'version: 1\nkeys: { __proto__: { role: admin } }',
    '2:9: unknown key "__proto__"',
  ],
  [
    'a name that looks like another',
    'version: 1\nmailboxes: { h\u0435lper: {} }',
    '2:22: mailboxes.h\u0435lper must be a mailbox name in lower case',
  ],
  ['a second document', 'version: 1\n---\nversion: 1', '2:1: must be the only document of the file'],
  [
    'a tag of YAML',
    'version: 1\nmailboxes: !!js/function "x"',
    '2:12: Unresolved tag: tag:yaml.org,2002:js/function',
  ],
])('%s is told with its place', async (_, text, told) => {
  const { message, failure } = await refusal(text);
  expect([message, failure.code, failure.exit]).toEqual([
    `agentmail.yaml:${told}`,
    'SETUP_INVALID',
    'refused',
  ]);
});

test('all problems are told at once', async () => {
  const { failure } = await refusal('version: 1\nkeyz: {}\nmailboxes: { a: { presett: guarded } }');
  expect(failure.details).toEqual({
    issues: [
      { path: 'agentmail.yaml:3:19', message: 'unknown key "presett", did you mean "preset"?' },
      { path: 'agentmail.yaml:2:1', message: 'unknown key "keyz", did you mean "keys"?' },
    ],
  });
});

test('a small file that expands to much is refused', async () => {
  const levels = 'bcdefghi'.split('').map((name, at) => {
    const above = String.fromCharCode('a'.charCodeAt(0) + at);
    return `${name}: &${name} [${Array.from({ length: 9 }, () => `*${above}`).join(', ')}]`;
  });
  const { message } = await refusal(`version: 1\na: &a [x, x, x]\n${levels.join('\n')}`);
  expect(message).toMatch(/agentmail\.yaml has too many aliases or levels\.$/);
});

test('a value that contains itself is refused', async () => {
  const { message } = await refusal('version: 1\nmailboxes: &all { a: *all }');
  expect(message).toMatch(/agentmail\.yaml has too many aliases or levels\.$/);
});

test('a device without an end is refused', async () => {
  const endless = 'version: 1\nsuppressions: { file: /dev/zero }';
  expect((await refusal(endless)).message).toBe('/dev/zero has more than 64000 KB.');
  await expect(readSecretAt(testWorld(), { file: '/dev/zero' })).rejects.toThrow(
    '/dev/zero has more than 64 KB.',
  );
});

test('a file that is none of a setup is not repeated in errors', async () => {
  const files = { 'secret.txt': 'root: the secret\nAKIA/the+secret= here: x\nthe secret' };
  const list = await refusal('version: 1\nsuppressions: { file: secret.txt }', { files });
  const extended = await refusal('version: 1\nextends: keys.yaml', {
    files: { 'keys.yaml': 'the+secret=: 1\nroot: the secret' },
  });
  expect(JSON.stringify([list.message, list.failure, extended.message, extended.failure])).not.toMatch(
    /the.secret/,
  );
});

test('a file that is nested too deeply, or too large, is refused', async () => {
  expect((await refusal(`version: ${'['.repeat(20_000)}`)).failure.exit).not.toBe('internal');
  expect((await refusal(`version: 1 # ${'x'.repeat(1_000_001)}`)).failure.hint).toContain(
    'files of their own',
  );
});

test('anchors and merge keys share policies', async () => {
  const { mailboxes } = await read(
    'version: 1\nmailboxes:\n  a: &strict { hitl_mode: all_outbound }\n  b: { <<: *strict, approval_expiry: 24h }',
  );
  expect(mailboxes?.b).toMatchObject({ hitl_mode: 'all_outbound', approval_expiry: '24h' });
});

test('a preset holds unless the mailbox names its own', async () => {
  const { mailboxes } = await read(
    'version: 1\nmailboxes: { a: { preset: guarded, hitl_mode: risky_only } }',
  );
  expect(mailboxes?.a).toMatchObject({ hitl_mode: 'risky_only', agent_release: 'never' });
});

test('variables stand in texts, and alone for numbers', async () => {
  const { mailboxes, account } = await read(
    `version: 1
account:
  custom_daily_send_limit: ${variable('LIMIT')}
mailboxes: { a: { display_name: "Team ${variable('NAME:-A')} $${variable('X')}" } }`,
    { env: { LIMIT: '50' } },
  );
  expect([account?.custom_daily_send_limit, mailboxes?.a?.display_name]).toEqual([
    50,
    `Team A ${variable('X')}`,
  ]);
});

test('a variable is a text and never more of the file', async () => {
  const { mailboxes } = await read(`version: 1\nmailboxes:\n  a:\n    display_name: ${variable('NAME')}`, {
    env: { NAME: '{hitl_mode: disabled}' },
  });
  expect(mailboxes?.a).toMatchObject({ display_name: '{hitl_mode: disabled}' });
});

test('files that are extended are merged, and their problems are placed in them', async () => {
  const base = 'version: 1\nmailboxes:\n  a: { hitl_mode: all_outbound, approval_expiry: 72h }\n';
  const text = 'version: 1\nextends: base.yaml\nmailboxes: { a: { approval_expiry: 24h } }';
  const { mailboxes } = await read(text, { files: { 'base.yaml': base } });
  expect(mailboxes?.a).toMatchObject({ hitl_mode: 'all_outbound', approval_expiry: '24h' });

  const { message } = await refusal(text, { files: { 'base.yaml': base.replace('72h', '72h, x: 1') } });
  expect(message).toBe('base.yaml:3:55: unknown key "x"');
  expect((await refusal('extends: agentmail.yaml')).message).toContain('extends itself');
});

test('a list in a file of its own is read beside the file that names it', async () => {
  const files = { 'partners.csv': 'name,email\nAnn,ANN@x.example\nBob,bob@y.example\nAnn,ann@x.example\n' };
  const text = 'version: 1\nmailboxes: { a: { allowlist: { file: partners.csv } } }';
  const { mailboxes } = await read(text, { files });
  expect(mailboxes?.a?.allowlist).toEqual(['ann@x.example', 'bob@y.example']);
  const wrong = await refusal(text, { files: { 'partners.csv': 'ann@x.example\nnobody\n' } });
  expect(wrong.message).toBe('partners.csv:2:1: the entry has no @');
});

test('a secret is read where it is referred to, only when it is needed', async () => {
  const folder = folderWith({ 'a.txt': 'from a file\n' });
  const world = testWorld({ env: { A: 'from the environment' } });
  expect(await readSecretAt(world, { env: 'A' })).toBe('from the environment');
  expect(await readSecretAt(world, { file: join(folder, 'a.txt') })).toBe('from a file');
  await expect(readSecretAt(world, { env: 'B' })).rejects.toThrow("The variable B isn't set.");
});

test('the published schema is that of the parser', () => {
  const schema = setupSchema();
  expect(Object.keys(schema.properties as object).toSorted()).toEqual(
    Object.keys(setupFile.shape).toSorted(),
  );
  expect(JSON.stringify(schema)).toContain('all_outbound');
});
