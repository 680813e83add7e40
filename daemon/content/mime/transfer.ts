import { decodeUuencoded } from './uuencode.ts';

const EQUALS = 0x3d;
const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;
const TAB = 0x09;

export type TransferDecoded = { readonly bytes: Buffer; readonly known: boolean };

/** Decodes a content transfer encoding (RFC 2045 6). An unknown one leaves the bytes unchanged. */
export function decodeTransfer(encoding: string, body: Buffer): TransferDecoded {
  switch (encoding) {
    case 'base64':
      return { bytes: decodeBase64(body), known: true };
    case 'quoted-printable':
      return { bytes: decodeQuotedPrintable(body), known: true };
    case 'x-uuencode':
    case 'x-uue':
    case 'uuencode': {
      const bytes = decodeUuencoded(body);
      return { bytes: bytes ?? body, known: bytes !== null };
    }
    default:
      return { bytes: body, known: ['', '7bit', '8bit', 'binary'].includes(encoding) };
  }
}

/**
 * Some mailers pad every line, and the native decoder stops at the first padding, so each run is decoded
 * separately.
 */
function decodeBase64(body: Buffer): Buffer {
  const text = body.toString('latin1').replace(/[^A-Za-z0-9+/=]+/g, '');
  const runs = text.split(/=+/);
  const out = Buffer.allocUnsafe(Math.ceil((text.length * 3) / 4));
  let length = 0;
  for (const run of runs) length += out.write(run, length, 'base64');
  return out.subarray(0, length);
}

function decodeQuotedPrintable(body: Buffer): Buffer {
  const out = Buffer.allocUnsafe(body.length);
  let length = 0;
  let index = 0;
  while (index < body.length) {
    const byte = body[index] ?? 0;
    if (byte !== EQUALS) {
      out[length++] = byte;
      index++;
      continue;
    }
    const softBreak = softBreakLength(body, index + 1);
    const escaped = softBreak > 0 ? -1 : hexByte(body, index + 1);
    if (softBreak > 0) {
      index += 1 + softBreak;
    } else if (escaped !== -1) {
      out[length++] = escaped;
      index += 3;
    } else {
      out[length++] = byte;
      index++;
    }
  }
  return out.subarray(0, length);
}

/** Length of a soft line break after `=`, with white space that gateways add before it; 0 for none. */
function softBreakLength(body: Buffer, from: number): number {
  let index = from;
  while (body[index] === SPACE || body[index] === TAB) index++;
  if (index >= body.length) return Math.max(body.length - from, 1);
  if (body[index] === CR && body[index + 1] === LF) return index + 2 - from;
  return body[index] === LF ? index + 1 - from : 0;
}

function hexByte(body: Buffer, index: number): number {
  const high = hexDigit(body[index] ?? 0);
  const low = hexDigit(body[index + 1] ?? 0);
  return high === -1 || low === -1 ? -1 : high * 16 + low;
}

function hexDigit(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x61 + 10 : -1;
}
