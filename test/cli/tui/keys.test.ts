import { describe, expect, it } from 'vitest';
import { KeySplitter, keyOf } from '../../../cli/tui/keys.ts';

describe('keys', () => {
  it('are taken out of what a terminal sends wherever it is cut', () => {
    const sent = 'j\u001b[A\u001bOBé\u001b[1;5C👩q';
    const whole = new KeySplitter().push(sent);
    expect(whole).toEqual(['j', '\u001b[A', '\u001bOB', 'é', '\u001b[1;5C', '👩', 'q']);
    for (let cut = 1; cut < sent.length; cut++) {
      if (/[\ud800-\udbff]/.test(sent[cut - 1] ?? '')) continue;
      const splitter = new KeySplitter();
      expect([...splitter.push(sent.slice(0, cut)), ...splitter.push(sent.slice(cut))]).toEqual(whole);
    }
  });

  it('wait for the rest of a sequence, and are ESC when there is none', () => {
    const splitter = new KeySplitter();
    expect(splitter.push('\u001b')).toEqual([]);
    expect(splitter.waits).toBe(true);
    expect(splitter.flush()).toEqual(['\u001b']);
    expect(splitter.waits).toBe(false);
  });

  it('of a paste are one, also when it comes in pieces', () => {
    const splitter = new KeySplitter();
    expect(splitter.push('x\u001b[200~a\r')).toEqual(['x']);
    expect(splitter.push('d\u001b[A')).toEqual([]);
    expect(splitter.push('b\u001b[201~q')).toEqual(['\u001b[200~a\rd\u001b[Ab\u001b[201~', 'q']);
    expect(keyOf('\u001b[200~a\rd\u001b[201~')).toEqual({ kind: 'paste', text: 'a\rd' });
  });

  it('have names, and those that nobody knows are none', () => {
    expect(keyOf('\u001b[6~')).toEqual({ kind: 'named', name: 'page down' });
    expect(keyOf('j')).toEqual({ kind: 'character', text: 'j' });
    expect(keyOf('\u001b[99z')).toEqual({ kind: 'unknown' });
  });
});
