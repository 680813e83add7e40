import type { Readable } from 'node:stream';
import { TextDecoder } from 'node:util';
import { Parser } from 'htmlparser2';
import { ExtractionError } from './outcome.ts';

/** Depth of elements; honest documents stay far below. */
const MAX_DEPTH = 1000;

export interface XmlHandler {
  /** `name` without its namespace prefix. */
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
  /** Returning true stops reading. */
  enough?(): boolean;
}

/**
 * Parses an XML stream. Document types are skipped and their entities stay unexpanded, so nothing can blow
 * up.
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
  let decoder: TextDecoder | null = null;
  for await (const chunk of source) {
    decoder ??= decoderFor(chunk as Buffer);
    parser.write(decoder.decode(chunk as Buffer, { stream: true }));
    if (handler.enough?.()) break;
  }
  source.destroy();
}

/** UTF-16 by its byte order mark or a zero byte in the first character; else UTF-8. */
function decoderFor([first, second]: Buffer): TextDecoder {
  if (first === 0xff || second === 0) return new TextDecoder('utf-16le');
  if (first === 0xfe || first === 0) return new TextDecoder('utf-16be');
  return new TextDecoder();
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
