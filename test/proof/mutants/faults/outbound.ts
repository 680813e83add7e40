import { type Fault, faultsOf } from '../fault.ts';

export const outbound: readonly Fault[] = [
  ...faultsOf(
    'daemon/mail/outbound/decide.ts',
    ['test/rules/policies/enforcement.test.ts'],
    [
      ['reasons.every((reason) => approved.has(reason))', 'reasons.some((reason) => approved.has(reason))'],
      ["verdict === 'quarantined' || (verdict", '(verdict'],
      ["if (facts.origin !== 'agent') return [];", ''],
      ["if (firstContact) reasons.push('hitl_risky_only:first_contact');", ''],
    ],
  ),
  ...faultsOf(
    'daemon/mail/drafts/update.ts',
    ['test/mail/drafts/revision.test.ts', 'test/mail/drafts/schedule.test.ts'],
    [
      ["if (row.send_at === null || principal.origin !== 'agent') return null;", 'return null;'],
      [
        "if (by === 'agent') return changesContent || changed_by_agent;",
        "if (by === 'agent') return changed_by_agent;",
      ],
      [
        "if (by === 'agent') return changesContent || changed_by_agent;",
        "if (by === 'agent') return changesContent;",
      ],
      ['return !isSeen && changed_by_agent;', 'return false;'],
      ['return !isSeen && changed_by_agent;', 'return changed_by_agent;'],
      ["    .where('revision', '=', row.revision)\n", ''],
    ],
  ),
  ...faultsOf(
    'daemon/mail/outbound/key-content.ts',
    ['test/mail/outbound/key-content.test.ts'],
    [
      ["new Set(['mark_read'])", 'new Set([])'],
      ["if (name === 'to' || name === 'cc' || name === 'bcc') return addressesOf(value);", ''],
      ["if (name === 'attachment_ids') return filesOf(db, value as readonly string[]);", ''],
      ['[filename, hash]', '[filename]'],
      ['[...Object.keys(first), ...Object.keys(content)]', '[...Object.keys(content)]'],
      ['[...Object.keys(first), ...Object.keys(content)]', '[...Object.keys(first)]'],
      ['(Array.isArray(value) && value.length === 0)', 'false'],
    ],
  ),
  ...faultsOf(
    'daemon/mail/outbound/once.ts',
    ['test/mail/outbound/key-content.test.ts', 'test/mail/outbound/idempotency.test.ts'],
    [
      ['if (options.preferences.strictKey) assertSame(bound, differs, options);', ''],
      ['if (options.preferences.strictKey) assertSame', 'assertSame'],
      ['fields === null || bound.content', 'bound.content'],
      ['if (!reaches(principal, bound.mailbox_id)) {', 'if (false) {'],
      ['context.claims.end(accountId, key);', ''],
    ],
  ),
];
