/** Values in the Distinguished Encoding Rules (X.690), as certificates are written. */

export const sequence = (...parts: readonly Buffer[]): Buffer => value(0x30, Buffer.concat(parts));
export const set = (...parts: readonly Buffer[]): Buffer => value(0x31, Buffer.concat(parts));
export const octetString = (content: Buffer): Buffer => value(0x04, content);
export const bitString = (content: Buffer): Buffer => value(0x03, Buffer.concat([Buffer.from([0]), content]));
export const text = (content: string): Buffer => value(0x0c, Buffer.from(content));
export const boolean = (content: boolean): Buffer => value(0x01, Buffer.from([content ? 0xff : 0]));

/** A number that is not negative, most significant byte first. */
export function integer(bytes: Buffer): Buffer {
  let start = 0;
  while (start < bytes.length - 1 && bytes[start] === 0) start++;
  const shortest = bytes.subarray(start);
  const negative = ((shortest[0] ?? 0) & 0x80) !== 0;
  return value(0x02, negative ? Buffer.concat([Buffer.from([0]), shortest]) : shortest);
}

/** An element that its place gives a meaning; what is in it is a value of its own unless it is primitive. */
export function context(tag: number, content: Buffer, form?: 'primitive'): Buffer {
  return value((form ? 0x80 : 0xa0) | tag, content);
}

/** An object identifier, as `1.2.840.10045.4.3.2`. */
export function object(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return value(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

/** A moment of milliseconds since 1970, in whole seconds; years before 2050 are written with two digits (RFC 5280). */
export function moment(time: number): Buffer {
  const digits = new Date(time).toISOString().replace(/\.\d+/, '').replace(/[-:T]/g, '');
  return digits < '2050' ? value(0x17, Buffer.from(digits.slice(2))) : value(0x18, Buffer.from(digits));
}

function base128(number: number): number[] {
  const bytes = [number & 0x7f];
  for (let rest = Math.floor(number / 128); rest > 0; rest = Math.floor(rest / 128)) {
    bytes.unshift((rest & 0x7f) | 0x80);
  }
  return bytes;
}

function value(tag: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([tag]), lengthOf(content.length), content]);
}

function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  const bytes: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest & 0xff);
  return Buffer.from([0x80 | bytes.length, ...bytes]);
}
