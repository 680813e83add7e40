import type { AttachmentFacts } from '../types.ts';
import {
  COMPILED_EXTENSIONS,
  EXECUTABLE_EXTENSIONS,
  extensionsOf,
  familyOfExtension,
  familyOfType,
  MACRO_EXTENSIONS,
  SCRIPT_EXTENSIONS,
  SOURCE_EXTENSIONS,
} from './extensions.ts';
import { isMacroPart, isOfficePackage, isOfficePart } from './office-package.ts';
import { EMAIL } from './sniff.ts';

/** An archive with fewer files than this is no source tree. */
const SMALL_ARCHIVE = 4;

const VERSIONED_LIBRARY = /\.so(?:\.\w{1,8}){1,4}$/;

/** A file of a container, and what was found in it. */
export interface JudgedFile {
  readonly name: string;
  readonly facts: AttachmentFacts;
}

/** Findings about a container and its files. */
export function judge(own: AttachmentFacts, files: readonly JudgedFile[]): AttachmentFacts {
  const names = files.map(({ name }) => name);
  const isOffice = familyOfType(own.sniffedType) === 'office' || isOfficePackage(names);
  const isSmall = files.length < SMALL_ARCHIVE || own.sniffedType === EMAIL;
  const some = (test: (file: JudgedFile) => boolean) => files.some(test);
  return {
    ...own,
    executable: own.executable || some((file) => isProgram(file, isSmall, isOffice)),
    script: own.script || some((file) => isScript(file, isSmall)),
    encrypted: own.encrypted || some(({ facts }) => facts.encrypted),
    macros:
      own.macros ||
      some(({ name, facts }) => facts.macros || hasMacroName(name) || (isOffice && isMacroPart(name))),
    loadsRemote: own.loadsRemote || some(({ facts }) => facts.loadsRemote),
    unreadable: own.unreadable || some(({ facts }) => facts.unreadable),
  };
}

const lastExtension = (name: string) => extensionsOf(name).at(-1) ?? '';

function hasMacroName(name: string): boolean {
  return MACRO_EXTENSIONS.has(lastExtension(name));
}

function isProgram({ name, facts }: JudgedFile, isSmall: boolean, isOffice: boolean): boolean {
  const extension = lastExtension(name);
  const isLibrary = COMPILED_EXTENSIONS.has(extension) || VERSIONED_LIBRARY.test(name);
  if (facts.executable && (isSmall || !isLibrary)) return true;
  if (!isSmall && SOURCE_EXTENSIONS.has(extension)) return false;
  const isNamed = EXECUTABLE_EXTENSIONS.has(extension) || SCRIPT_EXTENSIONS.has(extension);
  return isNamed && !(isOffice && isOfficePart(name));
}

/** Among many files scripts are sources, unless they are called something else. */
function isScript({ name, facts }: JudgedFile, isSmall: boolean): boolean {
  if (!facts.script || isSmall) return facts.script;
  const type = facts.sniffedType;
  const family = familyOfType(type);
  if (family !== 'text' && family !== 'html' && family !== 'svg' && type !== PHP) return true;
  const claimed = familyOfExtension(lastExtension(name));
  return (type === PHP || type === SHELL) && claimed !== null && claimed !== 'executable';
}

const PHP = 'application/x-httpd-php';
const SHELL = 'text/x-script';
