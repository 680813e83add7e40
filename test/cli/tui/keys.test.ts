import { describe, expect, it } from 'vitest';
import type { Key } from '../../../cli/tui/keys.ts';
import { type MouseEvent, MouseReader } from '../../../cli/tui/mouse.ts';
import { openScreen } from '../../../cli/tui/screen.tsx';
import { keyboardOf } from '../../support/keyboard.ts';

/** Opens a screen on which chunks of input arrive one by one, and returns its keys until `count` came. */
async function keysFrom(chunks: readonly string[], count: number) {
  const keys: Key[] = [];
  const clicks: MouseEvent[] = [];
  const all = Promise.withResolvers<void>();
  const terminal = keyboardOf(async function* () {
    for (const chunk of chunks) {
      yield chunk;
      await new Promise((resolve) => setImmediate(resolve));
    }
  });
  const stdout = { isTTY: true, columns: 80, rows: 24, write: () => undefined };
  const screen = openScreen(
    { stdout, terminal },
    {
      draw: () => null,
      key: (key) => {
        keys.push(key);
        if (keys.length === count) all.resolve();
      },
      mouse: (event) => clicks.push(event),
    },
  );
  await all.promise;
  screen.close();
  await screen.closed;
  return { keys, clicks };
}

const shown = (key: Key) => (key.kind === 'named' ? key.name : `'${key.text}'`);

describe('keys', () => {
  it('are those that a terminal sent, however it is cut', async () => {
    const sent = 'j\u001b[A\u001bOBé\r\u0003👩q';
    const expected = ["'j'", 'up', 'down', "'é'", 'enter', 'interrupt', "'👩'", "'q'"];
    for (let cut = 1; cut < sent.length; cut++) {
      if (/[\ud800-\udbff]/.test(sent[cut - 1] ?? '')) continue;
      const { keys } = await keysFrom([sent.slice(0, cut), sent.slice(cut)], expected.length);
      expect(keys.map(shown)).toEqual(expected);
    }
  });

  it('are Escape and the key after Alt, and none after an unknown sequence', async () => {
    const { keys } = await keysFrom(['\u001ba', '\u001b\r', '\u001b[99z', '\u001b[Z', '\u001b'], 6);
    expect(keys.map(shown)).toEqual(['escape', "'a'", 'escape', 'enter', 'back tab', 'escape']);
  });

  it('of a paste are one, also when it arrives in pieces', async () => {
    const { keys, clicks } = await keysFrom(['x\u001b[200~a\r', 'd\u001b[<0;5;3M', 'b\u001b[201~q'], 3);
    expect(keys).toEqual([
      { kind: 'character', text: 'x' },
      { kind: 'paste', text: 'a\rd\u001b[<0;5;3Mb' },
      { kind: 'character', text: 'q' },
    ]);
    expect(clicks).toEqual([]);
  });
});

describe('the mouse', () => {
  it('is read beside the keys, which do not contain it', async () => {
    const { keys, clicks } = await keysFrom(['j\u001b[<0;5;3M\u001b[<0;5;3mk', '\u001b[<65;9;2Mq'], 3);
    expect(keys.map(shown)).toEqual(["'j'", "'k'", "'q'"]);
    expect(clicks).toEqual([
      { kind: 'click', column: 5, row: 3 },
      { kind: 'wheel down', column: 9, row: 2 },
    ]);
  });

  it('is found wherever its report is cut, and not in a paste', () => {
    const sent = 'j\u001b[200~\u001b[<0;1;1M\u001b[201~\u001b[<64;12;34Mk';
    for (let cut = 0; cut <= sent.length; cut++) {
      const events: MouseEvent[] = [];
      const reader = new MouseReader((event) => events.push(event));
      reader.read(sent.slice(0, cut));
      reader.read(sent.slice(cut));
      expect(events).toEqual([{ kind: 'wheel up', column: 12, row: 34 }]);
    }
  });
});
