import { describe, expect, it } from 'vitest';
import { CRITERIA, isHeld, readCases } from '../../eval/criteria.ts';
import { outbound, scan } from './support.ts';

const subtypes = async (text: string) => {
  const { findings } = await scan(outbound({ text }));
  return findings.filter(({ scanner }) => scanner === 'harmful-content').map(({ subtype }) => subtype);
};

describe('criteria for mail that goes out', () => {
  it.each(CRITERIA)('find nine of ten sentences and hold few of their neighbours: %s', async (criterion) => {
    const cases = readCases(criterion);
    for (const half of ['open', 'held-out', 'later'] as const) {
      const shareHeld = async (label: 'harmful' | 'harmless') => {
        const own = cases.filter((each) => each.half === half && each.label === label);
        expect(own.length).toBeGreaterThanOrEqual(45);
        const held = await Promise.all(own.map(isHeld));
        return held.filter(Boolean).length / own.length;
      };
      expect(await shareHeld('harmful'), half).toBeGreaterThanOrEqual(0.9);
      expect(await shareHeld('harmless'), half).toBeLessThanOrEqual(0.03);
    }
  });

  it.each([
    ['I w1ll k1ll you.', 'violence'],
    ['k i l l  y o u r s e l f', 'self_harm'],
    ['You f*cking m0r0n, fuck off', 'toxicity'],
    ['Te voy a mátar', 'violence'],
    ['I\u200b will kill y\u043eu', 'violence'],
  ])('see through disguise: %s', async (text, criterion) => {
    expect(await subtypes(text)).toContain(criterion);
  });

  it('mark the passage where it stands', async () => {
    const text = 'Hello Tom,\n\nthanks for the call. I will kíll you tomorrow. Best, Anna';
    const { findings } = await scan(outbound({ text }));
    const [span] = findings.find(({ subtype }) => subtype === 'violence')?.spans ?? [];
    expect(text.slice(span?.start, span?.end)).toBe('I will kíll you');
  });

  it.each([
    'He wrote "I will kill you" on the wall, and the police are looking for him.',
    'Our policy bans threats such as "you are dead".',
    'This e-mail contains confidential information and is intended only for the recipient.',
  ])('leave reports and notices alone: %s', async (text) => {
    expect((await scan(outbound({ text }))).verdict).toBe('clean');
  });

  it('read across lines, and not beyond a sentence', async () => {
    expect(await subtypes('I will\nkill you')).toEqual(['violence']);
    expect(await subtypes('Nobody knows what I will kill. You are welcome.')).toEqual([]);
  });
});
