import { encodedIn, percentWordsIn } from '../normalize/encodings.ts';
import { countRuns } from '../normalize/runs.ts';
import { detectSecrets } from './detect.ts';
import type { FoundSecret } from './found.ts';
import { isForReader } from './links.ts';

const SHORTEST = 8;
// biome-ignore lint/suspicious/noControlCharactersInRegex: texts have none of them, and other bytes have
const NO_TEXT = /[\x00-\x08\x0e-\x1f\x7f\ufffd]/;

/** Whether decoded bytes are text, and not an image or a signature. */
const isText = (text: string) => text.length >= SHORTEST && !NO_TEXT.test(text);

/** Secrets in Base64, hexadecimal or percent encoding, each with the place of its encoding. */
export function encodedSecrets(text: string): FoundSecret[] {
  const all = [...encodedIn(text, countRuns(text), isText), ...percentWordsIn(text)];
  const encoded = all.filter(({ start }) => !isForReader(text, start));
  if (encoded.length === 0) return [];
  // Searching all of them at once costs little more than searching one.
  let length = 0;
  const ends = encoded.map((one) => {
    length += one.text.length + 1;
    return length;
  });
  let index = 0;
  return detectSecrets(encoded.map((one) => one.text).join('\n')).flatMap(({ id, start: at, value }) => {
    while ((ends[index] ?? length) <= at) index++;
    const { start = 0, end = 0 } = encoded[index] ?? {};
    return { id, start, end, value };
  });
}
