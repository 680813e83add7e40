/** Programs and archives that lie somewhere in the bytes of a file of another kind. */

/** Places that are tried for each signature; a file made of signatures must not cost more. */
const MAX_PLACES = 2_000_000;
/** Bytes before the PE header; compilers write a few hundred. */
const MAX_STUB = 0x1000;
const ELF = Buffer.from('\x7fELF', 'latin1');
const ARCHIVES = [Buffer.from('377abcaf271c', 'hex'), Buffer.from('526172211a07', 'hex')] as const;
const MACH_O = ['feedface', 'feedfacf', 'cefaedfe', 'cffaedfe'].map((magic) => Buffer.from(magic, 'hex'));
/** x86 and ARM, with and without the flag for 64 bits. */
const MACH_O_PROCESSORS = new Set([7, 12, 0x01000007, 0x0100000c]);

export function containsProgram(content: Buffer): boolean {
  return (
    some(content, Buffer.from('MZ'), (at) => isPortableExecutable(content, at)) ||
    some(content, ELF, (at) => isElf(content, at)) ||
    MACH_O.some((magic) => some(content, magic, (at) => isMachO(content, at)))
  );
}

/** The first 7z or RAR archive behind the beginning of a file. */
export function embeddedArchive(content: Buffer): Buffer | null {
  const [start] = ARCHIVES.map((signature) => content.indexOf(signature, 1))
    .filter((at) => at !== -1)
    .toSorted((one, other) => one - other);
  return start === undefined ? null : content.subarray(start);
}

function some(content: Buffer, signature: Buffer, test: (at: number) => boolean): boolean {
  let at = content.indexOf(signature);
  for (let places = 0; at !== -1 && places < MAX_PLACES; places++) {
    if (test(at)) return true;
    at = content.indexOf(signature, at + 1);
  }
  return false;
}

function isPortableExecutable(content: Buffer, at: number): boolean {
  if (at + 64 > content.length) return false;
  const offset = content.readUInt32LE(at + 60);
  const header = at + offset;
  return (
    offset >= 4 &&
    offset <= MAX_STUB &&
    header + 4 <= content.length &&
    content.readUInt32LE(header) === 0x4550
  );
}

function isElf(content: Buffer, at: number): boolean {
  const [bits = 0, order = 0, version = 0] = content.subarray(at + 4, at + 7);
  return (bits === 1 || bits === 2) && (order === 1 || order === 2) && version === 1;
}

function isMachO(content: Buffer, at: number): boolean {
  if (at + 16 > content.length) return false;
  const isBig = content[at] === 0xfe;
  const processor = isBig ? content.readUInt32BE(at + 4) : content.readUInt32LE(at + 4);
  const kind = isBig ? content.readUInt32BE(at + 12) : content.readUInt32LE(at + 12);
  return MACH_O_PROCESSORS.has(processor) && kind >= 1 && kind <= 11;
}
