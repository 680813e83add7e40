import { removeHeaderFields } from '../inbound/mime/fields.ts';

const NUL = 0x00;
const LF = 0x0a;
const CR = 0x0d;

/**
 * The form in which a received message is stored: every line ends in CRLF (a bare CR or LF becomes one), NUL is
 * dropped, and `Authentication-Results` fields that claim to be written by this daemon are removed (RFC 8601
 * section 5). A message that is already so is returned as it came, without a copy.
 */
export function normalise(raw: Buffer, hostname: string): Buffer {
  const lines = hasCleanLines(raw) ? raw : withCleanLines(raw);
  return removeHeaderFields(
    lines,
    'authentication-results',
    (value) => authservId(value) === hostname.toLowerCase(),
  );
}

/** Walks from line end to line end with native searches; a loop over the bytes costs twice as much. */
function hasCleanLines(raw: Buffer): boolean {
  if (raw.indexOf(NUL) !== -1) return false;
  let position = 0;
  for (;;) {
    const cr = raw.indexOf(CR, position);
    const lf = raw.indexOf(LF, position);
    if (cr === -1 && lf === -1) return true;
    if (cr === -1 || lf !== cr + 1) return false;
    position = lf + 1;
  }
}

function withCleanLines(raw: Buffer): Buffer {
  // At most every byte is a bare line end and becomes two.
  const out = Buffer.allocUnsafe(raw.length * 2);
  let length = 0;
  let afterCr = false;
  for (const byte of raw) {
    if (byte === NUL) continue;
    if (byte === LF && afterCr) {
      afterCr = false;
      continue;
    }
    afterCr = byte === CR;
    if (byte === CR || byte === LF) {
      out[length++] = CR;
      out[length++] = LF;
    } else {
      out[length++] = byte;
    }
  }
  // A copy of the used part, so that the oversized buffer is not held for as long as the message is.
  return Buffer.from(out.subarray(0, length));
}

/** The authserv-id of an Authentication-Results value: its first word after comments, quoted or not, in lower case. */
function authservId(value: string): string {
  const text = withoutComments(value).trim();
  const quoted = /^"((?:[^"\\]|\\.)*)"/.exec(text);
  const id = quoted?.[1] ?? /^[^\s;]+/.exec(text)?.[0] ?? '';
  return id.replace(/\\(.)/g, '$1').replace(/\.$/, '').toLowerCase();
}

function withoutComments(value: string): string {
  let depth = 0;
  let out = '';
  for (let index = 0; index < value.length; index++) {
    const character = value[index];
    if (character === '\\' && depth > 0) index++;
    else if (character === '(') depth++;
    else if (character === ')' && depth > 0) depth--;
    else if (depth === 0) out += character;
  }
  return out;
}
