import { createHash } from 'node:crypto';
import { pdf } from './documents.ts';

/** A PDF of one page, encrypted as its first standard has it (PDF 1.7, 7.6: RC4 with 40 bits, revision 2). */

const PADDING = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');
const ID = Buffer.alloc(16, 7);
const PERMISSIONS = -64;
/** Number of the object that holds the text of the first page of `pdf()`. */
const CONTENT_OBJECT = 5;

/** Readers need the user's password to read it; an empty one is what they try by themselves. */
export function encryptedPdf(text: string, userPassword: string): Buffer {
  const owner = rc4(md5(padded('owner')).subarray(0, 5), padded(userPassword));
  const permissions = Buffer.alloc(4);
  permissions.writeInt32LE(PERMISSIONS);
  const key = md5(Buffer.concat([padded(userPassword), owner, permissions, ID])).subarray(0, 5);
  const user = rc4(key, PADDING);
  const drawn = `BT /F1 12 Tf 20 50 Td (${text}) Tj ET`;
  const objectKey = md5(Buffer.concat([key, Buffer.from([CONTENT_OBJECT, 0, 0, 0, 0])])).subarray(0, 10);
  const id = ID.toString('hex');
  const content = pdf([text], {
    trailer: `/ID[<${id}><${id}>]/Encrypt<</Filter/Standard/V 1/R 2/P ${PERMISSIONS}/O<${owner.toString('hex')}>/U<${user.toString('hex')}>>>`,
  });
  const start = content.indexOf(drawn);
  rc4(objectKey, Buffer.from(drawn)).copy(content, start);
  return content;
}

function padded(password: string): Buffer {
  return Buffer.concat([Buffer.from(password, 'latin1'), PADDING]).subarray(0, 32);
}

function md5(bytes: Buffer): Buffer {
  return createHash('md5').update(bytes).digest();
}

/** Node has it no longer. */
function rc4(key: Buffer, bytes: Buffer): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  const swap = (a: number, b: number) => {
    [state[a], state[b]] = [state[b] ?? 0, state[a] ?? 0];
  };
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + (state[i] ?? 0) + (key[i % key.length] ?? 0)) & 255;
    swap(i, j);
  }
  let i = 0;
  let j = 0;
  return bytes.map((byte) => {
    i = (i + 1) & 255;
    j = (j + (state[i] ?? 0)) & 255;
    swap(i, j);
    return byte ^ (state[((state[i] ?? 0) + (state[j] ?? 0)) & 255] ?? 0);
  }) as Buffer;
}
