import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { junitOf } from '../../../../cli/tasks/setup/testing/junit.ts';
import * as api from '../../../support/api.ts';
import { createAgent } from '../../../support/service.ts';
import { type SetupDesk, setupDesk } from '../../../support/setup-desk.ts';

/** Tests of policies, and the example of the documentation, which is a file of twelve lines. */

const EXAMPLE = 'docs/examples/agentmail.yaml';
const TESTS = 'docs/examples/policies.test.yaml';

interface Report {
  readonly results: readonly {
    name: string;
    ok: boolean;
    found: string;
    gates: string[];
    reasons: string[];
  }[];
  readonly passed: number;
  readonly failed: number;
}

let desk: SetupDesk;
beforeEach(async () => {
  desk = await setupDesk();
});

test('the example is planned, applied, exported and proven', async () => {
  const example = readFileSync(EXAMPLE, 'utf8');
  expect(example.trimEnd().split('\n')).toHaveLength(12);
  expect(readFileSync('README.md', 'utf8')).toContain(`\`\`\`yaml\n${example}\`\`\``);
  const file = desk.write(example);
  expect((await desk.run(['plan', file])).exit).toBe(2);
  const applied = await desk.run(['apply', file]);
  expect([applied.exit, applied.stderr]).toEqual([0, '']);
  const exported = desk.write((await desk.run(['export'])).stdout, 'exported.yaml');
  expect((await desk.run(['plan', exported])).exit).toBe(0);
  const proven = await desk.run(['test', TESTS]);
  expect(proven.stderr).toBe('');
  expect([proven.json<Report>().results.filter(({ ok }) => !ok), proven.exit]).toEqual([[], 0]);
  expect(proven.json<Report>().passed).toBe(5);
});

describe('a test that fails', () => {
  beforeEach(async () => {
    await desk.run(['apply', desk.write('version: 1\nmailboxes: { helper: {} }\n')]);
  });

  test('tells what was found and why, to people and in JUnit', async () => {
    const junit = desk.write('', 'junit.xml');
    const ran = await desk.run(['test', TESTS, '--junit', junit]);
    expect([ran.exit, ran.json<Report>().passed, ran.json<Report>().failed]).toEqual([4, 2, 3]);
    expect(readFileSync(junit, 'utf8')).toContain('<testsuites tests="5" failures="3">');
    expect(readFileSync(junit, 'utf8')).toContain('<failure message="expected refused, found sent">');
    const shown = await desk.run(['test', TESTS], { terminal: 120, env: { NO_COLOR: '1' } });
    expect(shown.stdout).toContain(
      'FAIL an agent may not write to anyone at gmail.com\n    expected refused by recipient_authority, found sent',
    );
    expect(shown.stdout).toContain('2 passed 3 failed');
  });

  test('because its mailbox is missing says so', async () => {
    const file = desk.write(
      'version: 1\ntests: [{ name: a, mailbox: gone, to: ann@x.example, expect: refused }]',
      'gone.test.yaml',
    );
    const [result] = (await desk.run(['test', file])).json<Report>().results;
    expect(result).toMatchObject({ ok: false, found: 'error' });
  });

  test('in its own file is told with its place', async () => {
    const file = desk.write(
      'version: 1\ntests:\n  - { name: a, mailbox: b, to: c, expects: held }',
      'x.test.yaml',
    );
    const ran = await desk.run(['test', file]);
    expect(ran.error()).toMatchObject({ code: 'SETUP_INVALID' });
    expect(JSON.stringify(ran.error().details)).toContain(
      'unknown key \\"expects\\", did you mean \\"expect\\"?',
    );
  });

  test('is not for agents', async () => {
    const { mailboxes } = await desk.service.must(desk.admin, api.listMailboxes);
    const agent = await createAgent(desk.service, desk.admin, mailboxes[0]?.id ?? '');
    const ran = await desk.run(['test', TESTS], { env: { AGENTMAIL_KEY: agent } });
    expect([ran.exit, ran.error().code]).toEqual([4, 'INSUFFICIENT_SCOPE']);
  });
});

test('what a report contains is text for XML', () => {
  const result = {
    name: 'a "<b>" \u0001',
    ok: false,
    expected: 'sent',
    because: null,
    found: 'held',
  } as const;
  const report = { results: [{ ...result, gates: [], reasons: ['1 < 2 & 3'] }], passed: 0, failed: 1 };
  const xml = junitOf(report, 'x.yaml');
  expect(xml).toContain('name="a &quot;&lt;b&gt;&quot; \ufffd"');
  expect(xml).toContain('>1 &lt; 2 &amp; 3</failure>');
});
