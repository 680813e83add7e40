import { parseMessage } from '../../mime/parse.ts';
import { embeddedArchive } from './carve.ts';
import { oneNoteMembers, pdfMembers, tnefMembers } from './embedded.ts';
import { familyOfType } from './extensions.ts';
import { libraryMembers } from './library.ts';
import { type Member, type Members, plainMember } from './member.ts';
import { isPacked, packedMembers, tarMembers } from './packed.ts';
import { EMAIL } from './sniff.ts';
import { trailingZip, zipMembers } from './zip.ts';

const BY_LIBRARY = new Set([
  'application/x-7z-compressed',
  'application/x-rar-compressed',
  'application/vnd.rar',
  'application/x-xz',
  'application/x-bzip2',
  'application/x-lzma',
  'application/lzip',
  'application/x-compress',
  'application/x-cpio',
  'application/x-unix-archive',
  'application/x-lzh-compressed',
]);

const OTHERS = new Set([EMAIL, 'application/vnd.ms-tnef', 'application/onenote', 'application/x-cfb']);

export function isZip(content: Uint8Array): boolean {
  return content[0] === 0x50 && content[1] === 0x4b;
}

export function needsLibrary(type: string): boolean {
  return BY_LIBRARY.has(type);
}

/** Whether a file of this type has others in it that must be looked at; zips are known by their bytes. */
export function isContainer(type: string): boolean {
  return familyOfType(type) === 'archive' || OTHERS.has(type);
}

/** Opens a file that has others in it, by its sniffed type; null for all other files. */
export function openContainer(type: string, content: Buffer, filename: string | null): Members | null {
  if (isZip(content)) return zipMembers(content);
  if (type === EMAIL) return messageMembers(content);
  if (type === 'application/x-tar') return tarMembers(content, null);
  if (isPacked(type)) return packedMembers(type, content, filename);
  if (BY_LIBRARY.has(type)) return libraryMembers(content);
  if (type === 'application/vnd.ms-tnef') return tnefMembers(content);
  if (type === 'application/onenote') return oneNoteMembers(content);
  if (type === 'application/pdf') return pdfMembers(content);
  if (familyOfType(type) === 'archive') return unreadable();
  return null;
}

async function* messageMembers(content: Buffer): AsyncGenerator<Member> {
  const { attachments } = await parseMessage(content);
  for (const { filename, content: bytes, declaredType } of attachments)
    yield plainMember(filename ?? '', bytes, declaredType);
}

// biome-ignore lint/correctness/useYield: stands in for a container that fails before its first file
function* unreadable(): Generator<Member> {
  throw new Error('no reader for this kind of archive');
}

/** An archive behind the beginning of a file of another kind: tools that unpack it look for it. */
export function hiddenArchive(content: Buffer): Members | null {
  const zip = trailingZip(content);
  if (zip) return zipMembers(zip);
  const other = embeddedArchive(content);
  return other && libraryMembers(other);
}
