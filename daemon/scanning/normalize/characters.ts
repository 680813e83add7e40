/** Code points that print nothing: zero-width spaces and joiners, soft hyphen, fillers, invisible operators. */
export function isZeroWidth(code: number): boolean {
  return (
    code === 0xad ||
    code === 0x34f ||
    code === 0x61c ||
    code === 0x115f ||
    code === 0x1160 ||
    code === 0x17b4 ||
    code === 0x17b5 ||
    code === 0x180e ||
    (code >= 0x200b && code <= 0x200d) ||
    (code >= 0x2060 && code <= 0x2064) ||
    code === 0x3164 ||
    code === 0xfeff ||
    code === 0xffa0
  );
}

/** Marks, embeddings, overrides and isolates that change the direction in which text is shown. */
export function isBidiControl(code: number): boolean {
  return (
    code === 0x200e ||
    code === 0x200f ||
    (code >= 0x202a && code <= 0x202e) ||
    (code >= 0x2066 && code <= 0x2069)
  );
}

export function isVariationSelector(code: number): boolean {
  return (code >= 0xfe00 && code <= 0xfe0f) || (code >= 0xe0100 && code <= 0xe01ef);
}

export function isTagCharacter(code: number): boolean {
  return code >= 0xe0020 && code <= 0xe007f;
}

export function isCombiningMark(code: number): boolean {
  return code >= 0x300 && code <= 0x36f;
}

/**
 * Cyrillic, Greek, Armenian and Latin-extended letters that look like an ASCII letter. The pairs follow the
 * look-alikes listed in Unicode TR 39, limited to those that a reader can hardly tell apart.
 */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  а: 'a',
  с: 'c',
  ԁ: 'd',
  е: 'e',
  һ: 'h',
  і: 'i',
  ј: 'j',
  ӏ: 'l',
  о: 'o',
  р: 'p',
  ԛ: 'q',
  ѕ: 's',
  ԝ: 'w',
  х: 'x',
  у: 'y',
  ѵ: 'v',
  к: 'k',
  м: 'm',
  т: 't',
  г: 'r',
  п: 'n',
  в: 'b',
  н: 'h',
  ё: 'e',
  ї: 'i',
  ү: 'y',
  А: 'A',
  В: 'B',
  С: 'C',
  Е: 'E',
  Н: 'H',
  І: 'I',
  Ј: 'J',
  К: 'K',
  М: 'M',
  О: 'O',
  Р: 'P',
  Ѕ: 'S',
  Т: 'T',
  Х: 'X',
  У: 'Y',
  Ԁ: 'D',
  Ӏ: 'I',
  Ԝ: 'W',
  Ѵ: 'V',
  Ё: 'E',
  Ї: 'I',
  Ғ: 'F',
  Ԍ: 'G',
  α: 'a',
  ο: 'o',
  ρ: 'p',
  ν: 'v',
  ι: 'i',
  κ: 'k',
  υ: 'u',
  τ: 't',
  χ: 'x',
  ε: 'e',
  η: 'n',
  ω: 'w',
  ϲ: 'c',
  ϳ: 'j',
  ά: 'a',
  ό: 'o',
  ί: 'i',
  έ: 'e',
  ή: 'n',
  ύ: 'u',
  ώ: 'w',
  γ: 'y',
  σ: 'o',
  β: 'b',
  Α: 'A',
  Β: 'B',
  Ε: 'E',
  Ζ: 'Z',
  Η: 'H',
  Ι: 'I',
  Κ: 'K',
  Μ: 'M',
  Ν: 'N',
  Ο: 'O',
  Ρ: 'P',
  Τ: 'T',
  Υ: 'Y',
  Χ: 'X',
  Ϲ: 'C',
  օ: 'o',
  ս: 'u',
  ո: 'n',
  հ: 'h',
  ց: 'g',
  զ: 'q',
  ա: 'w',
  ı: 'i',
  ɑ: 'a',
  ɡ: 'g',
  ɩ: 'i',
  ʟ: 'l',
  ɴ: 'n',
  ʀ: 'r',
  ᴀ: 'a',
  ʙ: 'b',
  ᴄ: 'c',
  ᴅ: 'd',
  ᴇ: 'e',
  ɢ: 'g',
  ʜ: 'h',
  ɪ: 'i',
  ᴊ: 'j',
  ᴋ: 'k',
  ᴍ: 'm',
  ᴏ: 'o',
  ᴘ: 'p',
  ꜱ: 's',
  ᴛ: 't',
  ᴜ: 'u',
  ᴠ: 'v',
  ᴡ: 'w',
  ʏ: 'y',
  ᴢ: 'z',
};

const lookAlikes = new Map(
  Object.entries(LOOK_ALIKES).map(([letter, ascii]) => [letter.charCodeAt(0), ascii]),
);

/** The ASCII letter that a character of another script looks like. */
export function asciiLookAlike(code: number): string | undefined {
  return lookAlikes.get(code);
}
