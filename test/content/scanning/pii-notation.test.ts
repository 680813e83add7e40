import { describe, expect, it } from 'vitest';
import { redact } from '../../../daemon/content/scanning/index.ts';
import { inbound, outbound, rulesOf, scan } from './support.ts';

const redacted = async (text: string) => {
  const { piiSpans } = await scan(inbound({ text }));
  return redact(text, piiSpans ?? [], { types: null, hashKey: Buffer.alloc(32) });
};

describe('personal data in disguise', () => {
  it.each([
    ['no-break spaces', 'Card 5555\u00a05555\u00a05555\u00a04444.', 'Card <CREDIT_CARD>.'],
    ['no-break spaces', 'IBAN DE89\u00a03704\u00a00044\u00a00532\u00a00130\u00a000.', 'IBAN <IBAN_CODE>.'],
    ['no-break spaces', 'Tel. +49\u00a030\u00a01234567, thanks', 'Tel. <PHONE_NUMBER>, thanks'],
    ['hyphens that do not break', 'SSN 536\u201122\u20111839 ok', 'SSN <US_SSN> ok'],
    ['en dashes', 'SSN 536–22–1839 ok', 'SSN <US_SSN> ok'],
    ['minus signs', 'Card 5555−5555−5555−4444 ok', 'Card <CREDIT_CARD> ok'],
    ['full-width digits', 'Card ５５５５５５５５５５５５４４４４ ok', 'Card <CREDIT_CARD> ok'],
    ['Arabic digits', 'Card ٥٥٥٥ ٥٥٥٥ ٥٥٥٥ ٤٤٤٤ ok', 'Card <CREDIT_CARD> ok'],
    ['zero-width characters', 'Card 5555\u200b55555555\u200b4444 ok', 'Card <CREDIT_CARD> ok'],
    ['an address', 'Write to anna\u200b@example.org now', 'Write to <EMAIL_ADDRESS> now'],
  ])('is hidden behind %s: %s', async (_, text, shown) => {
    expect(await redacted(text)).toBe(shown);
  });

  it('is decided about when it goes out', async () => {
    const text = 'It is 5555\u00a05555\u00a05555\u00a04444.';
    const policy = { outbound_pii_policy: { credit_card: 'quarantine' as const } };
    expect((await scan(outbound({ text, policy }))).verdict).toBe('quarantined');
    expect(rulesOf(await scan(outbound({ text, policy })), 'pii')).toEqual(['CREDIT_CARD']);
  });

  it('leaves the spans in order and apart where one character stands for several', async () => {
    const { piiSpans } = await scan(inbound({ text: 'Anna ﬁeld@example.org㍢5555555555554444ﬀ 🙂' }));
    for (const [index, span] of (piiSpans ?? []).entries()) {
      expect(span.start).toBeGreaterThanOrEqual(piiSpans?.[index - 1]?.end ?? 0);
      expect(span.end).toBeGreaterThan(span.start);
    }
  });
});
