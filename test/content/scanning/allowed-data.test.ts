import { describe, expect, it } from 'vitest';
import type { ScannerPolicy } from '../../../shared/contract/scan.ts';
import { outbound, scan } from './support.ts';

const SSN = '536-90-4399';
const CARD = '4111 1111 1111 1111';
const PHONE = '+1 415 555 2671';
const PASSWORD = 'q7R2-vvT9-kLm4-Zx81';

const leaksIn = async (text: string, policy: ScannerPolicy | null) => {
  const { findings } = await scan(outbound({ text, policy }));
  return findings.filter(({ scanner }) => scanner === 'confidentiality-leak').map(({ ruleId }) => ruleId);
};

/** Each kind of data, how it is stated, and what lets it go. */
const DATA: readonly (readonly [statements: readonly string[], allow: ScannerPolicy])[] = [
  [
    [`my social security number is ${SSN}`, `her SSN: ${SSN}`, `the ${SSN} is my social security number`],
    { outbound_pii_policy: { ssn: 'allow' } },
  ],
  [
    [`my card number is ${CARD}`, `company card ${CARD}`, `the Visa for this is ${CARD}`],
    { outbound_pii_policy: { credit_card: 'allow' } },
  ],
  [
    [`my phone number is ${PHONE}`, `mobile: ${PHONE}`, `the telephone is ${PHONE}`],
    { outbound_pii_policy: { phone_number: 'allow' } },
  ],
  [[`the password is ${PASSWORD}`, `password: ${PASSWORD}`], { disabled_scanners: ['secrets'] }],
  [[`my social security number is ${SSN}`, `card number ${CARD}`], { disabled_scanners: ['pii'] }],
];

const HARMLESS = [
  (statement: string) => `Please put this on the payroll form: ${statement}.`,
  (statement: string) => `For the payroll file, ${statement}.`,
  (statement: string) => `The payroll form needs ${statement}.`,
  (statement: string) => `What the payroll file lacks is ${statement}.`,
];

const LEAKS = [
  (statement: string) => `STRICTLY CONFIDENTIAL - DO NOT FORWARD. Also, ${statement}.`,
  (statement: string) => `Attached is our unreleased customer list, and ${statement}.`,
  (statement: string) => `I'm not supposed to share this with you, ${statement}.`,
  (statement: string) => `Below are the salaries of the team; ${statement}.`,
];

describe('data that a policy lets go', () => {
  const cases = DATA.flatMap(([statements, allow]) =>
    statements.map((statement) => [statement, allow] as const),
  );

  it.each(cases)('is no leak of confidential information: %s', async (statement, allow) => {
    for (const sentence of HARMLESS) expect(await leaksIn(sentence(statement), allow)).toEqual([]);
  });

  it.each(cases)('leaves the criterion to the rest of the message: %s', async (statement, allow) => {
    for (const sentence of LEAKS)
      expect(await leaksIn(sentence(statement), allow), sentence(statement)).not.toEqual([]);
  });

  it('is only what the policy names', async () => {
    const text = `Please put this on the payroll form: my social security number is ${SSN}.`;
    expect(await leaksIn(text, null)).toEqual(['disclosure']);
    expect(await leaksIn(text, { outbound_pii_policy: { credit_card: 'allow' } })).toEqual(['disclosure']);
    expect(await leaksIn(text, { outbound_pii_policy: { ssn: 'review' } })).toEqual(['disclosure']);
  });

  it('leaves the marks of what stays held where they are', async () => {
    const text = `My SSN is ${SSN}, and below are the salaries of the team.`;
    const policy: ScannerPolicy = { outbound_pii_policy: { ssn: 'allow' } };
    const { verdict, findings } = await scan(outbound({ text, policy }));
    const [span] = findings.find(({ scanner }) => scanner === 'confidentiality-leak')?.spans ?? [];
    expect(verdict).toBe('review_required');
    expect(text.slice(span?.start, span?.end)).toMatch(/^(?:below|salaries)/);
  });
});
