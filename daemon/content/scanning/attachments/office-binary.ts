import { type CompoundEntry, CompoundFile } from './compound-file.ts';
import { type Member, plainMember } from './member.ts';

/** Facts about a compound file that need no look into its members. */
export interface BinaryOffice {
  readonly members: readonly Member[];
  readonly executable: boolean;
  readonly encrypted: boolean;
  readonly macros: boolean;
}

/** Class of a Windows Installer package or patch. */
const INSTALLERS = /^8[46]100c0000000000c000000000000046$/;
const ENCRYPTION_STREAMS = new Set(['EncryptedPackage', 'EncryptedSummary']);
const MACRO_ENTRIES = new Set(['_VBA_PROJECT', '_VBA_PROJECT_CUR', 'VBA', 'Macros']);
const NATIVE_OBJECT = '\u0001Ole10Native';
/** Streams that are a file of another program as it is. */
const PLAIN_OBJECTS = new Set(['Package', 'CONTENTS', 'EmbeddedOdf']);
/** An attachment of an Outlook message, and its properties: data, long name, short name. */
const OUTLOOK_ATTACHMENT = /^__attach_version1\.0_/;
const OUTLOOK_DATA = '__substg1.0_37010102';
const OUTLOOK_NAMES = ['__substg1.0_3707001F', '__substg1.0_3707001E', '__substg1.0_3704001F'];

/** Takes a `.doc`, `.xls`, `.ppt`, `.msg` or embedded object apart; throws when it's damaged. */
export function readBinaryOffice(content: Buffer): BinaryOffice {
  const { entries, classId } = new CompoundFile(content);
  const stream = (...names: string[]) =>
    entries.find(({ name, isStream }) => isStream && names.includes(name))?.read(WORKBOOK_START);
  const word = stream('WordDocument');
  const workbook = recordsOf(stream('Workbook', 'Book'));
  return {
    members: entries.flatMap((entry) => memberOf(entry, entries)),
    executable: INSTALLERS.test(classId),
    encrypted:
      entries.some(({ name }) => ENCRYPTION_STREAMS.has(name)) ||
      workbook.encrypted ||
      (word !== undefined && word.length > 12 && (word.readUInt16LE(10) & WORD_ENCRYPTED) !== 0),
    macros: workbook.macros || entries.some(({ name }) => MACRO_ENTRIES.has(name)),
  };
}

function memberOf(entry: CompoundEntry, entries: readonly CompoundEntry[]): Member[] {
  const { name, storage, isStream } = entry;
  if (!isStream) return [];
  if (name === NATIVE_OBJECT) return [nativeObject(entry.read())];
  if (PLAIN_OBJECTS.has(name)) return [lazy('', entry)];
  if (name !== OUTLOOK_DATA || !OUTLOOK_ATTACHMENT.test(storage)) return [];
  const named = OUTLOOK_NAMES.flatMap((property) =>
    entries.filter((other) => other.storage === storage && other.name === property),
  )[0];
  const encoding = named?.name.endsWith('E') ? 'latin1' : 'utf16le';
  return [lazy(named?.read().toString(encoding) ?? '', entry)];
}

function lazy(name: string, entry: CompoundEntry): Member {
  return { name, declaredType: null, size: entry.size, encrypted: false, first: (most) => entry.read(most) };
}

/** Bytes between the name and the path in what the packager writes: two numbers and a length. */
const NATIVE_FIELDS = 8;

/** MS-OLEDS 2.3.6, and what the packager puts into it: label, name, path and data of a file. */
function nativeObject(bytes: Buffer): Member {
  const data = bytes.subarray(4);
  const texts: string[] = [];
  let at = 2;
  for (const behind of [0, NATIVE_FIELDS, 0]) {
    const end = data.indexOf(0, at);
    if (end === -1) return plainMember('', data);
    texts.push(data.toString('latin1', at, end));
    at = end + 1 + behind;
  }
  if (at + 4 > data.length) return plainMember('', data);
  const name = texts.find((text) => text.includes('.')) ?? '';
  return plainMember(name, data.subarray(at + 4, at + 4 + data.readUInt32LE(at)));
}

const WORD_ENCRYPTED = 0x0100;
/** Bytes of a workbook in which its sheets are listed. */
const WORKBOOK_START = 1_000_000;
const FILE_PASSWORD = 0x2f;
const SHEET = 0x85;
const MACRO_SHEET = 1;

/** The records of an Excel workbook (MS-XLS): a password, and sheets of Excel 4.0 macros. */
function recordsOf(workbook: Buffer | undefined): { encrypted: boolean; macros: boolean } {
  const found = { encrypted: false, macros: false };
  if (!workbook) return found;
  for (let at = 0; at + 4 <= workbook.length; at += 4 + workbook.readUInt16LE(at + 2)) {
    const kind = workbook.readUInt16LE(at);
    if (kind === FILE_PASSWORD) found.encrypted = true;
    if (kind === SHEET && workbook[at + 9] === MACRO_SHEET) found.macros = true;
  }
  return found;
}
