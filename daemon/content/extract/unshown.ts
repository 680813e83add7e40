import { addFile } from './inside.ts';
import type { Inside } from './outcome.ts';
import type { OfficePackage } from './package.ts';
import type { LimitedText } from './text-sink.ts';
import type { XmlHandler } from './xml.ts';

const XML = /\.(?:xml|rels|vml)$/;
/** Elements whose text was extracted with their part. */
const SHOWN = new Set(['t', 'v']);
/** Elements whose text continues in the next one, and elements that end a line. */
const PIECES = new Set(['t', 'delText', 'instrText']);
const LINES = new Set(['p', 'tr', 'row', 'si', 'comment', 'cm']);
/** Attributes with text of the author: descriptions of pictures, names, tips, form messages. */
const WORDS = [
  'descr',
  'title',
  'name',
  'tooltip',
  'prompt',
  'error',
  'content',
  'author',
  'initials',
  'string',
];

/**
 * Adds everything else in a package: deleted text, formulas, charts, properties, link targets, files. False
 * when there may be more. Does nothing for the extent `shown`.
 */
export async function addUnshown(sink: LimitedText, file: OfficePackage, inside: Inside): Promise<boolean> {
  if (inside.extent === 'shown') return true;
  let whole = true;
  for (const name of file.names(/./)) {
    if (sink.full) return false;
    if (name.endsWith('/')) continue;
    sink.add('\n');
    if (XML.test(name)) await file.read(name, unshown(sink, file.wasRead(name)));
    else whole = (await addPart(sink, { file, name, inside })) && whole;
  }
  return whole;
}

async function addPart(
  sink: LimitedText,
  { file, name, inside }: { readonly file: OfficePackage; readonly name: string; readonly inside: Inside },
): Promise<boolean> {
  const content = await file.bytes(name);
  const part = { name, size: content.byteLength, declaredType: null, content: () => content };
  return addFile(sink, part, inside);
}

function unshown(sink: LimitedText, wasRead: boolean): XmlHandler {
  let element = '';
  let said = false;
  return {
    open(name, attributes) {
      element = name;
      said = false;
      if (attributes.TargetMode === 'External') sink.add(`${attributes.Target ?? ''}\n`);
      for (const each of WORDS) if (attributes[each]) sink.add(`${attributes[each]}\n`);
    },
    text(text) {
      if (wasRead && SHOWN.has(element)) return;
      said ||= text.trim() !== '';
      sink.add(text);
    },
    close(name) {
      if (LINES.has(name)) sink.add('\n');
      else if (said && !PIECES.has(name)) sink.add(' ');
      element = '';
      said = false;
    },
    enough: () => sink.full,
  };
}
