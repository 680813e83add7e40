/** Numbers that repeat for the same seed, so that training gives the same weights each time. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296;
  };
}

export type Slots = Readonly<Record<string, readonly string[]>>;

/** One entry a line. */
export function list(text: string): string[] {
  return text
    .split('\n')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

/** Entries with `|` between them; choices within braces stay together. */
export function words(text: string): string[] {
  const entries: string[] = [];
  let depth = 0;
  let start = 0;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (character === '{') depth++;
    else if (character === '}') depth--;
    else if (character === '|' && depth === 0) {
      entries.push(text.slice(start, index).trim());
      start = index + 1;
    }
  }
  entries.push(text.slice(start).trim());
  return entries;
}

const INNERMOST = /\{([^{}]*)\}/;

/** Expands `{one|other}` and `{slot}` until none is left. */
export function expand(template: string, slots: Slots, random: () => number): string {
  let text = template;
  for (let step = 0; step < 200; step++) {
    const match = INNERMOST.exec(text);
    if (!match) break;
    const body = match[1] ?? '';
    const choices = slots[body] ?? body.split('|');
    const choice = choices[Math.floor(random() * choices.length)] ?? '';
    text = text.slice(0, match.index) + choice + text.slice(match.index + match[0].length);
  }
  return text
    .replace(/\s+([.,!?])/g, '$1')
    .replace(/ {2,}/g, ' ')
    .trim();
}
