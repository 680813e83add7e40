import type { Key as InkKey } from 'ink';

/** A named key, a character, or pasted text. */
export type Key =
  | { readonly kind: 'named'; readonly name: string }
  | { readonly kind: 'character'; readonly text: string }
  | { readonly kind: 'paste'; readonly text: string };

/** Names of the keys that Ink reports by a flag. */
const FLAGS = [
  ['upArrow', 'up'],
  ['downArrow', 'down'],
  ['rightArrow', 'right'],
  ['leftArrow', 'left'],
  ['home', 'home'],
  ['end', 'end'],
  ['pageUp', 'page up'],
  ['pageDown', 'page down'],
  ['return', 'enter'],
  ['escape', 'escape'],
  ['backspace', 'backspace'],
] as const satisfies readonly (readonly [keyof InkKey, string])[];

const CONTROL: Readonly<Record<string, string>> = {
  '\t': 'tab',
  '\r': 'enter',
  '\n': 'enter',
  '\u0002': 'page up',
  '\u0003': 'interrupt',
  '\u0004': 'page down',
  '\u0006': 'page down',
  '\u000c': 'redraw',
  '\u0015': 'clear line',
  '\u0017': 'clear word',
  '\u001a': 'suspend',
};

export const named = (name: string): Key => ({ kind: 'named', name });

/** Splits an input of `useInput`, which reports characters that arrive together as one. */
export function keysOf(input: string, key: InkKey): Key[] {
  // Terminals send Alt as Escape and the key, which also is how fast typing of the two arrives.
  const before = key.meta ? [named('escape')] : [];
  if (key.tab) return [...before, named(key.shift ? 'back tab' : 'tab')];
  const [, name] = FLAGS.find(([flag]) => key[flag]) ?? [];
  if (name !== undefined) return [...before, named(name)];
  const text = key.ctrl ? input.replace(/[a-z]/g, controlCharacter) : input;
  return [...before, ...[...text].flatMap(keyOf)];
}

function controlCharacter(letter: string): string {
  return String.fromCharCode(letter.charCodeAt(0) & 0x1f);
}

function keyOf(character: string): Key[] {
  const name = CONTROL[character];
  if (name !== undefined) return [named(name)];
  return /\p{Cc}/u.test(character) ? [] : [{ kind: 'character', text: character }];
}
