/** Names of keys that have one, by what terminals send for them. */
const NAMES: Readonly<Record<string, string>> = {
  '\u001b[A': 'up',
  '\u001bOA': 'up',
  '\u001b[B': 'down',
  '\u001bOB': 'down',
  '\u001b[C': 'right',
  '\u001bOC': 'right',
  '\u001b[D': 'left',
  '\u001bOD': 'left',
  '\u001b[H': 'home',
  '\u001bOH': 'home',
  '\u001b[1~': 'home',
  '\u001b[F': 'end',
  '\u001bOF': 'end',
  '\u001b[4~': 'end',
  '\u001b[5~': 'page up',
  '\u001b[6~': 'page down',
  '\u001b[Z': 'back tab',
  '\u001b': 'escape',
  '\t': 'tab',
  '\r': 'enter',
  '\n': 'enter',
  '\u007f': 'backspace',
  '\b': 'backspace',
  '\u0002': 'page up',
  '\u0003': 'interrupt',
  '\u0004': 'page down',
  '\u0006': 'page down',
  '\u0015': 'clear line',
  '\u0017': 'clear word',
  '\u001a': 'suspend',
};

/** The name of a key that has one, or what was sent. */
export function keyName(sent: string): string {
  return Object.hasOwn(NAMES, sent) ? (NAMES[sent] ?? sent) : sent;
}

/** Around pasted text, once the terminal was asked to tell it from typed text. */
const PASTE_START = '\u001b[200~';
const PASTE_END = '\u001b[201~';

/** A named key, a character, or pasted text. */
export type Key =
  | { readonly kind: 'named'; readonly name: string }
  | { readonly kind: 'character'; readonly text: string }
  | { readonly kind: 'paste'; readonly text: string }
  | { readonly kind: 'unknown' };

/** Reads a key as `TextInput.keys` of the world hands it over. */
export function keyOf(sent: string): Key {
  if (Object.hasOwn(NAMES, sent)) return { kind: 'named', name: keyName(sent) };
  if (sent.startsWith(PASTE_START)) {
    return { kind: 'paste', text: sent.slice(PASTE_START.length).replace(PASTE_END, '') };
  }
  return /^\P{Cc}+$/u.test(sent) ? { kind: 'character', text: sent } : { kind: 'unknown' };
}

/** A key with a name is sent as a sequence, all others as a character. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: terminals send ESC before the name of a key.
const KEY = /\u001b(?:\[[0-9;:?<=>]*[@-~]|O[A-Za-z])|[\s\S]/gu;
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above.
const BEGUN = /\u001b(?:\[[0-9;:?<=>]*|O)?$/u;

/**
 * Takes keys out of what a terminal sends, which may be cut anywhere. A paste is one key, so that no
 * character of it acts like a pressed one.
 */
export class KeySplitter {
  #held = '';

  /** Whether a sequence has begun and is not complete. */
  get waits(): boolean {
    return this.#held !== '' && !this.#held.startsWith(PASTE_START);
  }

  push(sent: string): string[] {
    const keys: string[] = [];
    let text = this.#held + sent;
    this.#held = '';
    for (let start = text.indexOf(PASTE_START); start !== -1; start = text.indexOf(PASTE_START)) {
      const end = text.indexOf(PASTE_END, start);
      keys.push(...splitKeys(text.slice(0, start)));
      if (end === -1) {
        this.#held = text.slice(start);
        return keys;
      }
      keys.push(text.slice(start, end + PASTE_END.length));
      text = text.slice(end + PASTE_END.length);
    }
    this.#held = BEGUN.exec(text)?.[0] ?? '';
    keys.push(...splitKeys(text.slice(0, text.length - this.#held.length)));
    return keys;
  }

  /** Nothing more came: what is held was pressed as it is. */
  flush(): string[] {
    const keys = splitKeys(this.#held);
    this.#held = '';
    return keys;
  }
}

function splitKeys(text: string): string[] {
  return text.match(KEY) ?? [];
}
