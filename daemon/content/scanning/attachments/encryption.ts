/** Bytes at the end of a PDF in which its trailer is searched. */
const SEARCHED = 4_000_000;

const latin1 = (bytes: Uint8Array) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');

const SEVEN_ZIP_AES = '\x06\xf1\x07\x01';
const RAR5_SIGNATURE = Buffer.from('526172211a070100', 'hex');
const RAR4_SIGNATURE = Buffer.from('526172211a0700', 'hex');
const RAR5_ENCRYPTION_HEADER = 4;
/** Offset, behind signature, checksum and size. */
const RAR5_HEADER_TYPE = 13;
const RAR4_HEADERS_ENCRYPTED = 0x80;

/**
 * RAR 5: the first header, after its checksum and size, is of type 4. RAR 4: a flag of the archive header.
 */
function isEncryptedRar(content: Uint8Array): boolean {
  const head = Buffer.from(content.subarray(0, 16));
  if (head.subarray(0, 8).equals(RAR5_SIGNATURE)) {
    return head[RAR5_HEADER_TYPE] === RAR5_ENCRYPTION_HEADER;
  }
  return head.subarray(0, 7).equals(RAR4_SIGNATURE) && ((head[10] ?? 0) & RAR4_HEADERS_ENCRYPTED) !== 0;
}

/** Whether a PDF, 7z or RAR asks for a password; other containers say it for each of their files. */
export async function isEncrypted(type: string, content: Uint8Array): Promise<boolean> {
  if (type === 'application/pdf') return isLockedPdf(content);
  if (type === 'application/x-7z-compressed')
    return latin1(content.subarray(-65_536)).includes(SEVEN_ZIP_AES);
  return isEncryptedRar(content);
}

/** Many invoices are encrypted against changes only, and open without a password. */
async function isLockedPdf(content: Uint8Array): Promise<boolean> {
  if (!/\/Encrypt\b/.test(latin1(content.subarray(-SEARCHED)))) return false;
  const { opensWithoutPassword } = await import('./pdf-document.ts');
  return !(await opensWithoutPassword(content));
}
