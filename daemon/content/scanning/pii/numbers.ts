const NOT_ASCII = /[\u0660-\uffff]/;
/** Between words they stay: there they are no part of a number. */
const DASHES = /[\u2010-\u2015\u2212](?=[ (]?\d)/g;
const DIGITS = /(?!\d)\p{Nd}/gu;
/** Where the digits of the scripts in use begin; each has ten in a row. */
const ZEROS = [
  0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50, 0xed0,
  0xf20, 0x1040, 0x17e0, 0x1810,
];
const digitOf = new Map(
  ZEROS.flatMap((zero) =>
    Array.from({ length: 10 }, (_, digit) => [String.fromCharCode(zero + digit), String(digit)] as const),
  ),
);

/**
 * The text with numbers as forms and checksums expect them: every dash a hyphen, every digit an ASCII one.
 * Offsets stay.
 */
export function withPlainNumbers(text: string): string {
  if (!NOT_ASCII.test(text)) return text;
  return text.replace(DIGITS, (digit) => digitOf.get(digit) ?? digit).replace(DASHES, '-');
}
