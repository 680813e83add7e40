import { Parser } from 'htmlparser2';

/** Parts of office documents, which are zip files; objects of other programs in them end in `.bin`. */
const OFFICE_MARK = /^\[Content_Types\]\.xml$|^(?:word|xl|ppt)\/|^content\.xml$/;
const OFFICE_PART =
  /^(?:word|xl|ppt|visio|docProps|customXml|_rels|META-INF|Configurations2|Pictures|Object \d+|ObjectReplacements|OEBPS)\/(?!embeddings\/)|^\[Content_Types\]\.xml$/i;
/** Where Office and OpenDocument files keep their macros. */
const MACRO_PART = /(?:^|\/)vbaProject\.bin$|\/macrosheets\/|^(?:Basic|Scripts)\//i;
/** Content types of the parts that hold macros, whatever the parts are called. */
const MACRO_TYPE = /vbaProject|macroEnabled|macrosheet/i;

export function isOfficePackage(names: readonly string[]): boolean {
  return names.some((name) => OFFICE_MARK.test(name));
}

/** Whether the format has a part of this name, so that its ending says nothing. */
export function isOfficePart(name: string): boolean {
  return OFFICE_PART.test(name);
}

export function isMacroPart(name: string): boolean {
  return MACRO_PART.test(name);
}

/** Parts that describe others: content types and relationships. */
export function isDirectoryPart(name: string): boolean {
  return name === '[Content_Types].xml' || /(?:^|\/)_rels\/[^/]*\.rels$/.test(name);
}

export interface DirectoryFacts {
  readonly macros: boolean;
  /** The document loads its template or an object from a server. */
  readonly loadsRemote: boolean;
}

/** Relationships that an application follows when it opens the document. */
const FOLLOWED = /\/(?:attachedTemplate|oleObject|frame|subDocument)$/i;
/** Paths: templates of the author's machine or office stay behind in ordinary documents. */
const LOCAL = /^(?:file:|[a-z]:[\\/]|[\\/]|[^:]*$)/i;

export function readDirectoryPart(name: string, bytes: Uint8Array): DirectoryFacts {
  const xml = Buffer.from(bytes).toString('latin1').replaceAll('\0', '');
  if (!name.endsWith('.rels')) return { macros: MACRO_TYPE.test(xml), loadsRemote: false };
  let loadsRemote = false;
  const parser = new Parser(
    {
      onopentag(_, { Type = '', Target = '', TargetMode = '' }) {
        loadsRemote ||= TargetMode === 'External' && FOLLOWED.test(Type) && !LOCAL.test(Target.trim());
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(xml);
  return { macros: MACRO_TYPE.test(xml), loadsRemote };
}
