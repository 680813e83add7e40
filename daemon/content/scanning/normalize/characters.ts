/**
 * Code points that print nothing: control characters, zero-width spaces and joiners, soft hyphen, fillers,
 * invisible operators, blank Braille, and all else that programs leave out when they cannot show it.
 */
export function isZeroWidth(code: number): boolean {
  if (code < 0xa0) return (code < 0x20 && (code < 9 || code > 13)) || (code >= 0x7f && code !== 0x85);
  return (
    code === 0xad ||
    code === 0x34f ||
    code === 0x61c ||
    code === 0x115f ||
    code === 0x1160 ||
    code === 0x17b4 ||
    code === 0x17b5 ||
    (code >= 0x180b && code <= 0x180f) ||
    (code >= 0x200b && code <= 0x200d) ||
    (code >= 0x2060 && code <= 0x2065) ||
    (code >= 0x206a && code <= 0x206f) ||
    code === 0x2800 ||
    code === 0x3164 ||
    code === 0xfeff ||
    code === 0xffa0 ||
    (code >= 0xfff0 && code <= 0xfffb) ||
    (code >= 0x1bca0 && code <= 0x1bca3) ||
    (code >= 0x1d173 && code <= 0x1d17a) ||
    (code >= 0xe0000 && code <= 0xe0fff)
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

export function isTagCharacter(code: number): boolean {
  return code >= 0xe0020 && code <= 0xe007f;
}

/**
 * The byte that a variation selector stands for where text is hidden in a row of them; null for other code
 * points.
 */
export function selectedByte(code: number): number | null {
  if (code >= 0xfe00 && code <= 0xfe0f) return code - 0xfe00;
  return code >= 0xe0100 && code <= 0xe01ef ? code - 0xe0100 + 16 : null;
}

/** Marks of the Latin, Greek and Cyrillic scripts, and marks for all scripts. */
export function isCombiningMark(code: number): boolean {
  return (
    (code >= 0x300 && code <= 0x36f) ||
    (code >= 0x1ab0 && code <= 0x1aff) ||
    (code >= 0x1dc0 && code <= 0x1dff) ||
    (code >= 0x20d0 && code <= 0x20ff) ||
    (code >= 0xfe20 && code <= 0xfe2f)
  );
}

/**
 * Vowels and final consonants of Hangul and voice marks of Kana, which are one character with what stands
 * before them.
 */
export function isJoined(code: number): boolean {
  return (code >= 0x1161 && code <= 0x11c2) || code === 0x3099 || code === 0x309a;
}

/** Where the letters of an alphabet in signs begin, and the letter that each begins with. */
const SIGNS: readonly (readonly [start: number, first: string])[] = [
  [0x249c, 'a'],
  [0x1f110, 'A'],
  [0x1f150, 'A'],
  [0x1f170, 'A'],
];
const ALPHABET = 26;

/** The letter in a sign such as a bracketed or circled one; undefined for other code points. */
export function letterInSign(code: number): string | undefined {
  if (code < 0x249c || code > 0x1f189) return undefined;
  const sign = SIGNS.find(([start]) => code >= start && code < start + ALPHABET);
  return sign && String.fromCharCode(sign[1].charCodeAt(0) + code - sign[0]);
}

const REGIONAL_A = 0x1f1e6;

/** The letter of a regional indicator, two of which make a flag; undefined for other code points. */
export function regionalLetter(code: number): string | undefined {
  const letter = code - REGIONAL_A;
  return letter >= 0 && letter < ALPHABET ? String.fromCharCode(65 + letter) : undefined;
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

/** Letters of scripts that hardly any mail is written in, and what they look like. */
const RARE_LOOK_ALIKES =
  'ᎠDᎡRᎢTᎥiᎩYᎪAᎫJᎬEᎳWᎷMᎻHᎽYᏀGᏂhᏃZᏎ4ᏏbᏒRᏔWᏕSᏙVᏚSᏞLᏟCᏢPᏦKᏧdᏴBꭰDꭱRꭲTꭵiꮀgꮃWꮇMꮋHꮓZꮩvꮪSꮮLꮯcꮲPꮶKᏼBꓐBꓑPꓒdꓓDꓔTꓖGꓗKꓙJꓚCꓜZꓝFꓟMꓠNꓡLꓢSꓣRꓦVꓧHꓪWꓫXꓬYꓮAꓰEꓲIꓳOꓴU';

const rareLookAlikes = [...RARE_LOOK_ALIKES.matchAll(/(.)(.)/g)].map(([, letter = '', ascii = '']) => [
  letter,
  ascii,
]);
const lookAlikes = new Map(
  [...Object.entries(LOOK_ALIKES), ...rareLookAlikes].map(([letter = '', ascii = '']) => [
    letter.charCodeAt(0),
    ascii,
  ]),
);
const rare = new Set(rareLookAlikes.map(([letter = '']) => letter.charCodeAt(0)));

/**
 * Whether a letter is of a script that Latin words are disguised with more often than words are written in
 * it.
 */
export function isRareLetter(code: number): boolean {
  return rare.has(code);
}

/** The ASCII letter that a character of another script looks like. */
export function asciiLookAlike(code: number): string | undefined {
  return lookAlikes.get(code);
}
