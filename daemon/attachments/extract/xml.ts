import type { Readable } from 'node:stream';
import { Parser } from 'htmlparser2';
import { ExtractionError } from './outcome.ts';

/** Elements within elements; honest documents stay far below. */
const MAX_DEPTH = 1000;

export interface XmlHandler {
  /** `name` without its namespace prefix. */
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
  /** True ends the reading. */
  enough?(): boolean;
}

/**
 * Reads an XML stream part by part. Document types are skipped and entities of their making stay as they are written,
 * so nothing expands.
 */
export async function readXml(source: Readable, handler: XmlHandler): Promise<void> {
  let depth = 0;
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        depth++;
        if (depth > MAX_DEPTH) throw new ExtractionError('malformed');
        handler.open?.(localName(name), attributes);
      },
      ontext: (text) => handler.text?.(text),
      onclosetag: (name) => {
        depth--;
        handler.close?.(localName(name));
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  source.setEncoding('utf8');
  for await (const chunk of source) {
    parser.write(chunk as string);
    if (handler.enough?.()) break;
  }
  source.destroy();
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
