import { expect, test } from 'vitest';
import { OUTBOUND_PII_KEYS, SCAN_CATEGORIES } from '../../../shared/contract/scan.ts';
import { HOLD_REASONS, holdReason } from '../../../shared/hold-reasons.ts';

test('each reason of a hold has a sentence, with its code beside it', () => {
  const codes = [
    'forward',
    'hitl_all_outbound',
    'hitl_risky_only:first_contact',
    'hitl_risky_only:verdict',
    'revision',
    'send_window',
    ...OUTBOUND_PII_KEYS.map((key) => `outbound_pii:${key}`),
    ...SCAN_CATEGORIES.map((category) => `scan:${category}`),
  ];
  expect(Object.keys(HOLD_REASONS).toSorted()).toEqual(codes.toSorted());
  expect(holdReason('hitl_all_outbound')).toBe(
    'This mailbox holds everything that agents send. (hitl_all_outbound)',
  );
  expect(holdReason('scan:of_the_future')).toBe('scan:of_the_future');
});
