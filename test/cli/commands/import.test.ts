import { describe, expect, it } from 'vitest';
import { planImport } from '../../../cli/tasks/importing/plan.ts';
import { agentmail } from '../../support/cli.ts';

describe('reading a file of entries', () => {
  const patterns = (content: string, column?: string) =>
    planImport(content, column).entries.map(({ line, pattern }) => [line, pattern]);

  it('takes one entry a line, leaving out blank lines and comments', () => {
    const content = '\uFEFF# friends\r\nAnn@example.org\r\n\r\n  @example.net \r\nann@EXAMPLE.org\r\n';
    expect(planImport(content, undefined)).toEqual({
      format: 'lines',
      rows: 3,
      entries: [
        { line: 2, pattern: 'ann@example.org' },
        { line: 4, pattern: '@example.net' },
      ],
      duplicates: 1,
      invalid: [],
    });
  });

  it('takes the address column of a CSV, whatever stands beside it', () => {
    const content = [
      'name,Email,note',
      '"Smith, Ann",ann@example.org,"says ""hi""',
      'on two lines"',
      'Bob,bob@example.org,',
      ',,',
      'Eve,,no address',
    ].join('\r\n');
    const plan = planImport(content, undefined);
    expect(plan.entries).toEqual([
      { line: 2, pattern: 'ann@example.org' },
      { line: 4, pattern: 'bob@example.org' },
    ]);
    expect(plan.invalid).toEqual([{ line: 6, value: '', reason: 'is empty' }]);
    expect(patterns('id;address\n1;ann@example.org\n')).toEqual([[2, 'ann@example.org']]);
    expect(patterns('id\tMail\n1\tann@example.org\n', 'mail')).toEqual([[2, 'ann@example.org']]);
    expect(patterns('email\nann@example.org')).toEqual([[2, 'ann@example.org']]);
  });

  it('takes a JSON array of texts, or of rows as lists answer them', () => {
    const content = ' ["ann@example.org", {"email": "@example.net", "reason": "manual"}, 7, null]';
    const plan = planImport(content, undefined);
    expect(plan.entries.map(({ pattern }) => pattern)).toEqual(['ann@example.org', '@example.net']);
    expect(plan.invalid).toEqual([
      { line: 3, value: '7', reason: 'has no @' },
      { line: 4, value: 'null', reason: 'has no @' },
    ]);
  });

  it('says for each line that is no entry what is wrong with it', () => {
    const content = [
      'ann',
      'ann@',
      '@localhost',
      'ann@exämple.org',
      'a@b..org',
      'ann@xn--exmple-cua.org',
    ].join('\n');
    expect(planImport(content, undefined).invalid.map(({ line, reason }) => [line, reason])).toEqual([
      [1, 'has no @'],
      [2, 'has no domain'],
      [3, 'has a domain with only one label'],
      [4, 'has characters other than printable ASCII'],
      [5, 'has an empty label in its domain'],
      [6, 'has an internationalized domain'],
    ]);
  });
});

describe('importing without a daemon', () => {
  it('tells in a dry run what is in the file, and whether all of it could go in', async () => {
    const good = await agentmail(['suppressions', 'import', '-', '--dry-run'], {
      stdin: 'ann@example.org\n',
    });
    expect([good.exit, good.json()]).toMatchObject([
      0,
      { dry_run: true, entries: 1, added: 0, left: 1, hours: 1, invalid: [] },
    ]);
    const bad = await agentmail(['allowlist', 'import', '-', '--dry-run'], {
      stdin: 'ann@example.org\nbob\n',
    });
    expect([bad.exit, bad.json()]).toMatchObject([
      2,
      { entries: 1, invalid: [{ line: 2, value: 'bob', reason: 'has no @' }] },
    ]);
  });

  it.each([
    [['suppressions', 'import', '/nowhere/at/all'], /Can't read/],
    [['suppressions', 'import', '-', '--dry-run', '--column', 'mail'], /has no column/],
    [['senders', 'import', '-', '--dry-run', '--list', 'both'], /Choose one of: blocked, allowed/],
  ])('refuses %j with a reason', async (argv, reason) => {
    const ran = await agentmail(argv, { stdin: 'ann@example.org\n' });
    expect([ran.exit, ran.error().error]).toEqual([2, expect.stringMatching(reason)]);
  });

  it('shows people the first invalid lines, and how many more there are', async () => {
    const stdin = Array.from({ length: 25 }, (_, n) => `broken${n}`).join('\n');
    const ran = await agentmail(['suppressions', 'import', '-', '--dry-run'], { stdin, terminal: 80 });
    expect(ran.stdout).toContain('broken19');
    expect(ran.stdout).not.toContain('broken20');
    expect(ran.stdout).toContain('and 5 more; --json shows all');
  });
});
