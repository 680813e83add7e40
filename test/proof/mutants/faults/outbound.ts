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
  ...faultsOf(
    'daemon/mail/outbound/gates/each-recipient.ts',
    ['test/mail/outbound/several/rules.test.ts', 'test/mail/outbound/several/reply-all.test.ts'],
    [
      [
        'if (refused.length === 0 || submission.skipsRefused) await gate.check(scene);',
        'await gate.check(scene);',
      ],
      ['left = left.filter((recipient) => found.every((each) => each.recipient !== recipient));', ''],
      ["(await isParticipant(db, place)) ? one : { ...one, kind: 'fresh' }", 'one'],
      ["...(principal.origin === 'human' && {", '...({'],
    ],
  ),
  ...faultsOf(
    'daemon/mail/outbound/follow-up.ts',
    ['test/mail/outbound/follow-up.test.ts'],
    [
      [".where('state', '=', 'delivered')", ''],
      ["status === 'deferred' || REACHED.includes(status)", 'true'],
      [".where('rfc_message_id', '=', thread.inReplyTo)", ''],
    ],
  ),
  ...faultsOf(
    'daemon/mail/outbound/several/dispatch.ts',
    ['test/mail/outbound/several/outcomes.test.ts', 'test/mail/outbound/several/life.test.ts'],
    [
      ["status === 'deferred' ? { status: 'pending', code } : null,", 'null,'],
      ["return recipient?.status === 'pending';", 'return recipient !== undefined;'],
      [
        "outcome: verdict ? outcomeOf(verdict) : 'deferred',",
        "outcome: verdict ? outcomeOf(verdict) : 'rejected',",
      ],
    ],
  ),
  ...faultsOf(
    'daemon/mail/messages/transitions/recipients.ts',
    ['test/mail/outbound/several/outcomes.test.ts', 'test/mail/outbound/several/life.test.ts'],
    [
      ["['unknown', 'ambiguous'],", ''],
      ["['deferred', 'deferred'],", ''],
      [
        "const others: readonly Status[] = [...OPEN, ...REACHED, 'deferred'];",
        'const others: readonly Status[] = [];',
      ],
    ],
  ),
  ...faultsOf(
    'daemon/mail/outbound/outbound-mail.ts',
    ['test/mail/outbound/several/hidden.test.ts', 'test/mail/outbound/several/outcomes.test.ts'],
    [
      ["to: shown.filter(({ role }) => role === 'to')", "to: shown.filter(({ role }) => role !== 'cc')"],
      ["recipients.filter(({ status }) => status !== 'skipped')", 'recipients'],
    ],
  ),
  ...faultsOf(
    'daemon/mail/outbound/forward/forwarded.ts',
    ['test/mail/outbound/forward/rules.test.ts'],
    [
      ['?? revises?.forward_of ', ''],
      ['?? replaces?.original.forward_of ', ''],
    ],
  ),
  ...faultsOf(
    'daemon/mail/outbound/gates/forwarding.ts',
    ['test/mail/outbound/forward/rules.test.ts', 'test/races/forward-during-scan.test.ts'],
    [
      ["rules.agent_forwarding === 'off'", 'false'],
      ["principal.origin === 'agent' && ", ''],
      ['if (forwards && !showsTheSame(', 'if (false && forwards && !showsTheSame('],
    ],
  ),
  ...faultsOf(
    'daemon/mail/outbound/forward/files.ts',
    ['test/mail/outbound/forward/files.test.ts', 'test/mail/outbound/forward/text.test.ts'],
    [
      ["if (isUnsafe(row)) return 'unsafe';", ''],
      ["return 'redacted';", 'return null;'],
      ['if ((await attachmentsOf(context.store.read, message.id)).some(isUnsafe)) {', 'if (false) {'],
    ],
  ),
  ...faultsOf(
    'daemon/mail/outbound/forward/copies.ts',
    ['test/mail/outbound/forward/files.test.ts'],
    [
      ['for (const id of copies) await discard(context, id);', ''],
      ['    await addUsedBytes(transaction, row.account_id, -row.size);\n', ''],
    ],
  ),
  ...faultsOf(
    'daemon/mail/outbound/forward/forward.ts',
    ['test/mail/outbound/forward/rules.test.ts', 'test/mail/outbound/forward/text.test.ts'],
    [
      ['if (OPEN_STATES.includes(state)) return;', 'return;'],
      ['...(files === false && { files })', '...(files !== undefined && { files })'],
    ],
  ),
];
