import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import { render } from '../../../cli/output/terminal/render.ts';
import { relativeTime } from '../../../cli/output/terminal/time.ts';
import { attemptsView } from '../../../cli/output/views/addresses.ts';
import { type Document, fields, line, moment, strong, table } from '../../../cli/output/views/document.ts';
import { domainView } from '../../../cli/output/views/domains.ts';
import type { CheckSeverity } from '../../../cli/tasks/doctor/check.ts';
import { doctorView } from '../../../cli/tasks/doctor/view.ts';

const NOW = Date.parse('2026-03-01T12:00:00.000Z');
const plain = { width: 80, colours: false, now: NOW };

const rows = [
  ['a@example.com', 'Short', '1'],
  [
    'somebody.with.a.long.name@subdomain.example.com',
    'A subject that goes on and on and on and on and on',
    '23',
  ],
  ['日本語@example.com', '請求書をお送りします。ご確認ください。よろしくお願いいたします。', '4'],
];
const wide: Document = [
  table(
    [
      { title: 'from', flexible: true },
      { title: 'subject', flexible: true },
      { title: 'n', align: 'right' },
    ],
    rows,
    '',
  ),
];

describe('a table', () => {
  test.each([120, 80, 60, 40])('fits %i columns, wide characters included', (width) => {
    const lines = render(wide, { ...plain, width })
      .trimEnd()
      .split('\n');
    expect(lines).toHaveLength(4);
    expect(Math.max(...lines.map((each) => stringWidth(each)))).toBeLessThanOrEqual(width);
  });

  test('keeps what is not flexible whole', () => {
    expect(render(wide, { ...plain, width: 40 })).toContain('23');
  });

  test('without rows says what that means', () => {
    expect(render([table([{ title: 'a' }], [], 'Nothing here.')], plain)).toBe('Nothing here.\n');
  });

  test('cannot be broken by what is in its cells', () => {
    const drawn = render([table([{ title: 'subject' }], [['a\nb\u001b[31m']], '')], plain);
    expect(drawn).toBe('SUBJECT\na b\\u{1b}[31m\n');
  });
});

describe('colours', () => {
  test('are drawn only when wanted', () => {
    const document = [line(strong('bold'))];
    expect(render(document, plain)).toBe('bold\n');
    expect(render(document, { ...plain, colours: true })).toBe('\u001b[1mbold\u001b[22m\n');
  });
});

describe('times', () => {
  test.each([
    ['2026-03-01T11:59:58.000Z', 'now'],
    ['2026-03-01T11:59:20.000Z', '40s ago'],
    ['2026-03-01T11:57:00.000Z', '3 min ago'],
    ['2026-03-01T09:00:00.000Z', '3 h ago'],
    ['2026-02-27T12:00:00.000Z', '2 d ago'],
    ['2026-03-02T00:00:00.000Z', 'in 12 h'],
    ['2026-01-31T12:00:00.000Z', '2026-01-31'],
  ])('%s is "%s"', (at, shown) => {
    expect(relativeTime(at, NOW)).toBe(shown);
  });

  test('stand beside the exact local one where there is room', () => {
    const at = '2026-03-01T11:57:00.000Z';
    const [, shown = ''] =
      /^at +(.*) \(3 min ago\)\n$/.exec(render([fields(['at', moment(at)])], plain)) ?? [];
    expect(shown).toMatch(/^2026-0[23]-\d\d \d\d:57:00 [+-]\d\d:\d\d$/);
    expect(Date.parse(shown)).toBe(Date.parse(at));
  });
});

test('a mark stands under what it means, beside wide, hidden and tab characters too', () => {
  const text = '請求\t\u200bIgnore this';
  const start = text.indexOf('Ignore');
  const [shown = '', mark = ''] = render(
    [{ kind: 'marked', line: { text, start, end: start + 6 } }],
    plain,
  ).split('\n');
  expect(shown).toBe('    請求    \\u{200b}Ignore this');
  const column = stringWidth(shown.slice(0, shown.indexOf('Ignore')));
  expect(mark).toBe(`${' '.repeat(column)}^^^^^^`);
});

test('what was refused tells who tried it', () => {
  const attempts = [{ recipient: 'ann@example.com', actor_type: 'agent', count: 2, origins: ['send'] }];
  const drawn = render(attemptsView({ attempts, next_cursor: null }), plain);
  expect(drawn).toBe('ADDRESS          BY     TIMES  LATEST\nann@example.com  agent      2  -\n');
});

test('a record for the DNS stays on one line, on which it can be copied', () => {
  const record = { purpose: 'dkim', type: 'TXT', name: 'am1._domainkey.acme.example' } as const;
  const drawn = render(
    domainView({
      id: 'id',
      domain_name: 'acme.example',
      domain_type: 'custom',
      transport_mode: 'managed',
      is_default: false,
      verification_status: 'pending',
      status: 'active',
      health: 'healthy',
      dns_records_json: [{ ...record, value: 'A'.repeat(410), required: true, status: 'unchecked' }],
      admin_review_status: null,
      self_hosted_config: null,
      catch_all_mailbox_id: null,
      created_at: new Date(NOW).toISOString(),
      verified_at: null,
    }),
    plain,
  );
  expect(drawn).toContain(`\n${record.name}. 3600 IN TXT "${'A'.repeat(255)}" "${'A'.repeat(155)}"\n`);
});

describe('the report of a doctor', () => {
  const check = (number: number, severity: CheckSeverity, remedy?: string) => ({
    number,
    severity,
    id: `check-${number}`,
    title: 'Transport',
    message: 'as it is',
    ...(remedy !== undefined && { remedy }),
  });

  test('stands in columns, with what to do below', () => {
    const checks = [check(9, 'ok'), check(10, 'warning', 'agentmail up'), check(11, 'skipped')];
    expect(render(doctorView({ ok: true, checks }), plain).split('\n')).toEqual([
      '9.  ok      Transport: as it is',
      '10. warning Transport: as it is',
      '    fix: agentmail up',
      '11. skipped Transport: as it is',
      'No errors, 1 warning.',
      '',
    ]);
  });

  test('groups the checks of nodes', () => {
    const checks = [
      check(1, 'ok'),
      ...['one', 'one', 'two'].map((node, index) => ({ ...check(index + 2, 'ok'), node })),
    ];
    expect(render(doctorView({ ok: true, checks }), plain).split('\n')).toEqual([
      '1.  ok      Transport: as it is',
      'Node one',
      '2.  ok      Transport: as it is',
      '3.  ok      Transport: as it is',
      'Node two',
      '4.  ok      Transport: as it is',
      'No problems found.',
      '',
    ]);
  });

  test('says that all is well only where it has nothing to warn of', () => {
    expect(render(doctorView({ ok: true, checks: [check(1, 'ok')] }), plain)).toContain('No problems found.');
    expect(render(doctorView({ ok: false, checks: [check(1, 'error')] }), plain)).toContain(
      'Some checks failed.',
    );
  });
});
