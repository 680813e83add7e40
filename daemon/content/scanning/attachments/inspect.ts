import { MB } from '../../../../shared/contract/limits.ts';
import type { AttachmentFacts, ScanAttachment } from '../types.ts';
import { containsProgram } from './carve.ts';
import { hiddenArchive, isContainer, isZip, needsLibrary, openContainer } from './containers.ts';
import { isEncrypted } from './encryption.ts';
import { extensionsOf, type Family, familyOfExtension, familyOfType } from './extensions.ts';
import { type JudgedFile, judge } from './judge.ts';
import {
  ARCHIVE_LEVELS,
  type Budget,
  CONTAINER_LEVELS,
  freshBudget,
  MAX_ENTRIES,
  MAX_INNER,
} from './limits.ts';
import type { Member, Members } from './member.ts';
import { readBinaryOffice } from './office-binary.ts';
import { isDirectoryPart, readDirectoryPart } from './office-package.ts';
import { hasScript } from './scripts.ts';
import { EMAIL, type File, labelled, sniff } from './sniff.ts';

/** Bytes of each file in a container that are looked at; only containers and pages are read whole. */
const HEAD = 4096;
/** Bytes of a document in XML in which macros are searched. */
const XML_SEARCHED = 4_000_000;
/** Messages within messages that are looked into. */
const MAX_MESSAGES = 5;

/** Bytes that opening an archive counts as where it takes an instance of libarchive: 4 ms. */
const LIBRARY_COST = MB;

/** Where a file lies. */
interface FilePlace {
  readonly budget: Budget;
  /** Archives, containers of any kind, and messages around it. */
  readonly archives: number;
  readonly containers: number;
  readonly messages: number;
}

/** Finds out what an attachment is and contains; name and declared type only tell apart kinds of text. */
export function inspectAttachment(attachment: ScanAttachment): Promise<AttachmentFacts> {
  return inspectFile(attachment, { budget: freshBudget(), archives: 0, containers: 0, messages: 0 });
}

async function inspectFile(file: File, place: FilePlace): Promise<AttachmentFacts> {
  const content = Buffer.from(file.content.buffer, file.content.byteOffset, file.content.byteLength);
  const { type, extension } = labelled(await sniff(content), file);
  const family = familyOfType(type);
  const own: AttachmentFacts = {
    sniffedType: type,
    sniffedExtension: extension,
    executable: family === 'executable',
    script: hasScript(type, file),
    archive: family === 'archive',
    encrypted: await isEncrypted(type, content),
    macros: /macroenabled|x-mso/i.test(type) || (type === 'application/xml' && hasXmlMacros(content)),
    loadsRemote: false,
    unreadable: isNotAsClaimed(file, type),
  };
  if (type === 'application/x-cfb') return inspectBinaryOffice(own, content, place);
  const members = openContainer(type, content, file.filename);
  if (needsLibrary(type)) place.budget.bytes -= LIBRARY_COST;
  if (members && isTooMuch(own, place)) return { ...own, unreadable: true };
  const facts = members ? await inspectMembers(own, members, within(own, place)) : own;
  return isOpaque(own, content) ? withHidden(facts, content, place) : facts;
}

/** Reads a file of another kind for programs and archives in its bytes. */
async function withHidden(
  facts: AttachmentFacts,
  content: Buffer,
  place: FilePlace,
): Promise<AttachmentFacts> {
  const own = { ...facts, executable: facts.executable || containsProgram(content) };
  const hidden = hiddenArchive(content);
  if (!hidden) return own;
  place.budget.bytes -= LIBRARY_COST;
  if (isTooMuch(own, place)) return { ...own, unreadable: true };
  const found = await inspectMembers(own, hidden, within({ ...own, archive: true }, place));
  // A signature that nothing follows isn't an archive.
  return { ...found, unreadable: own.unreadable };
}

async function inspectBinaryOffice(
  own: AttachmentFacts,
  content: Buffer,
  place: FilePlace,
): Promise<AttachmentFacts> {
  if (isTooMuch(own, place)) return { ...own, unreadable: true };
  try {
    const { members, executable, encrypted, macros } = readBinaryOffice(content);
    const found = await inspectMembers(own, members, within(own, place));
    return withHidden(
      {
        ...found,
        executable: found.executable || executable,
        encrypted: found.encrypted || encrypted,
        macros: found.macros || macros,
      },
      content,
      place,
    );
  } catch {
    return withHidden({ ...own, unreadable: true }, content, place);
  }
}

function within({ archive, sniffedType }: AttachmentFacts, place: FilePlace): FilePlace {
  return {
    budget: place.budget,
    archives: place.archives + (archive ? 1 : 0),
    containers: place.containers + 1,
    messages: place.messages + (sniffedType === EMAIL ? 1 : 0),
  };
}

function isTooMuch({ archive, sniffedType }: AttachmentFacts, place: FilePlace): boolean {
  return (
    (archive && place.archives >= ARCHIVE_LEVELS) ||
    (sniffedType === EMAIL && place.messages >= MAX_MESSAGES) ||
    place.containers >= CONTAINER_LEVELS ||
    place.budget.bytes < 0
  );
}

/** Neither text, whose bytes say what they are, nor an archive, whose files were looked at one by one. */
function isOpaque({ sniffedType, archive }: AttachmentFacts, content: Buffer): boolean {
  const family = familyOfType(sniffedType);
  const isReadable = family === 'text' || family === 'html' || family === 'xml' || family === 'svg';
  return !isReadable && !archive && !isZip(content) && sniffedType !== EMAIL;
}

/** Kinds of files that hold others, or code, which a scan has to see. */
const HOLDERS: ReadonlySet<Family | null> = new Set<Family>(['archive', 'office', 'pdf', 'email']);

/** Called an archive, document or message by name or type, and nothing that is known here. */
function isNotAsClaimed({ filename, declaredType, content }: File, type: string): boolean {
  if (content.length === 0 || familyOfType(type) !== null) return false;
  const extension = extensionsOf(filename ?? '').at(-1);
  return HOLDERS.has(familyOfExtension(extension)) || HOLDERS.has(familyOfType(declaredType));
}

/** Office documents as a single XML file keep their macros in elements or parts of these names. */
function hasXmlMacros(content: Buffer): boolean {
  const text = content.toString('latin1', 0, XML_SEARCHED).replaceAll('\0', '');
  return /macrosPresent="yes"|vbaProject/.test(text);
}

async function inspectMembers(
  own: AttachmentFacts,
  members: Members,
  place: FilePlace,
): Promise<AttachmentFacts> {
  const seen: JudgedFile[] = [];
  let unreadable = own.unreadable;
  try {
    for await (const member of members) {
      if (seen.length >= MAX_ENTRIES || --place.budget.files < 0) throw new Error('too many files');
      seen.push({ name: member.name, facts: await inspectMember(member, place) });
    }
  } catch {
    unreadable = true;
  }
  return judge({ ...own, unreadable }, seen);
}

const NOTHING: AttachmentFacts = {
  sniffedType: 'application/octet-stream',
  sniffedExtension: null,
  executable: false,
  script: false,
  archive: false,
  encrypted: false,
  macros: false,
  loadsRemote: false,
  unreadable: false,
};

async function inspectMember(member: Member, place: FilePlace): Promise<AttachmentFacts> {
  if (member.encrypted) return { ...NOTHING, encrypted: true };
  try {
    const { name: filename, declaredType } = member;
    const head = await member.first(HEAD);
    const file = { filename, declaredType, content: head };
    const { type } = labelled(await sniff(head), file);
    const extent = head.length < HEAD ? 'head' : extentOf(type, file);
    const whole = extent === 'head' ? null : await wholeOf(member, place.budget);
    if (extent === 'container' && whole === null) return { ...NOTHING, unreadable: true };
    const content = whole ?? head;
    const facts = await inspectFile({ ...file, content }, place);
    return isDirectoryPart(filename) ? { ...facts, ...readDirectoryPart(filename, content) } : facts;
  } catch {
    return { ...NOTHING, unreadable: true };
  }
}

/** How much of a member is read: containers must be whole, pages and documents should. */
function extentOf(type: string, { filename, content }: File): 'head' | 'wanted' | 'container' {
  if (isZip(content) || isContainer(type)) return 'container';
  const family = familyOfType(type);
  const isPage = family === 'html' || family === 'svg' || family === 'pdf' || type === 'application/rtf';
  return isPage || isDirectoryPart(filename ?? '') ? 'wanted' : 'head';
}

/** Null when it's more than may be unpacked. */
async function wholeOf(member: Member, budget: Budget): Promise<Uint8Array | null> {
  const most = Math.min(MAX_INNER, budget.bytes);
  if (member.size > most) return null;
  const content = await member.first(most);
  budget.bytes -= content.length;
  return content;
}
