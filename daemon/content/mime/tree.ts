import { BoundaryStack, type Delimiter } from './boundaries.ts';
import { type HeaderBlock, type HeaderField, readHeaderBlock } from './fields.ts';
import { MAX_DEPTH, MAX_HEADER_BYTES_IN_ALL, MAX_PARTS } from './limits.ts';
import { mediaType, readStructured, type StructuredValue } from './parameters.ts';
import { UnparsableMessage } from './unparsable.ts';

/** Defects of a message that could still be parsed. */
export type Defect =
  | 'malformed_header_line'
  | 'repeated_header'
  | 'missing_boundary'
  /** A boundary that's given in more than one way. */
  | 'ambiguous_boundary'
  /** A line that looks like a delimiter among header fields, where some parsers end the header. */
  | 'delimiter_in_header'
  | 'missing_closing_boundary'
  | 'unknown_transfer_encoding'
  | 'undecodable_text'
  /** HTML whose text was cut. */
  | 'html_too_long';

/** An entity: a part, or the message itself. */
export type Entity = {
  readonly fields: readonly HeaderField[];
  readonly contentType: StructuredValue;
  /** Null without a Content-Disposition. */
  readonly disposition: StructuredValue | null;
  readonly bodyStart: number;
  bodyEnd: number;
  /** Subtype of a multipart with parts; null for content. */
  multipart: string | null;
  readonly children: Entity[];
};

export type MimeTree = { readonly root: Entity; readonly defects: ReadonlySet<Defect> };

/** Defects with which parsers find different parts. */
const AMBIGUOUS: readonly Defect[] = [
  'ambiguous_boundary',
  'delimiter_in_header',
  'missing_boundary',
  'repeated_header',
];

export function isAmbiguous(defects: readonly Defect[]): boolean {
  return AMBIGUOUS.some((defect) => defects.includes(defect));
}

const DELIMITER_LINE = /^--\S/m;

/** Fields that decide how an entity is parsed, and so must be unique. */
const CONTENT_FIELDS = new Set(['content-type', 'content-transfer-encoding', 'content-disposition']);

/** Finds the parts of a message (RFC 2046) in one pass. A nested message is content and isn't parsed. */
export function readTree(raw: Buffer): MimeTree {
  return new TreeReader(raw).read();
}

class TreeReader {
  readonly #raw: Buffer;
  readonly #open = new BoundaryStack<Entity>();
  readonly #defects = new Set<Defect>();
  #current: Entity | null = null;
  #parts = 0;
  #headerBytes = 0;

  constructor(raw: Buffer) {
    this.#raw = raw;
  }

  read(): MimeTree {
    const root = this.#begin(0, 'text/plain');
    let position = root.bodyStart;
    for (;;) {
      const delimiter = this.#open.next(this.#raw, position, this.#raw.length);
      if (delimiter === null) break;
      this.#finish(delimiter.contentEnd);
      position = delimiter.lineEnd;
      const multipart = this.#unwindTo(delimiter);
      if (multipart !== null) position = this.#beginPart(multipart, position);
    }
    this.#finish(this.#raw.length);
    if (this.#open.size > 0) this.#defects.add('missing_closing_boundary');
    while (this.#open.size > 0) closeEntity(this.#open.pop(), this.#raw.length, this.#defects);
    return { root, defects: this.#defects };
  }

  /**
   * Closes the parts that the delimiter ends. Returns the multipart in which it begins another part, if any.
   */
  #unwindTo(delimiter: Delimiter<Entity>): Entity | null {
    const depth = delimiter.closes ? delimiter.depth : delimiter.depth + 1;
    if (this.#open.size > delimiter.depth + 1) this.#defects.add('missing_closing_boundary');
    while (this.#open.size > depth) closeEntity(this.#open.pop(), delimiter.contentEnd, this.#defects);
    return delimiter.closes ? null : delimiter.owner;
  }

  #beginPart(multipart: Entity, start: number): number {
    if (++this.#parts > MAX_PARTS) throw new UnparsableMessage('too_many_parts');
    const digest = multipart.contentType.value === 'multipart/digest';
    const part = this.#begin(start, digest ? 'message/rfc822' : 'text/plain');
    multipart.children.push(part);
    return part.bodyStart;
  }

  #begin(start: number, defaultType: string): Entity {
    const block = this.#readHeader(start);
    const entity = entityOf(block, defaultType, this.#defects);
    const boundary = entity.contentType.parameters.get('boundary');
    if (entity.multipart !== null && entity.contentType.repeated.has('boundary')) {
      this.#defects.add('ambiguous_boundary');
    }
    if (entity.multipart !== null && boundary) {
      if (this.#open.size === MAX_DEPTH) throw new UnparsableMessage('nested_too_deeply');
      this.#open.push(boundary, entity);
      this.#current = null;
    } else {
      if (entity.multipart !== null) this.#defects.add('missing_boundary');
      entity.multipart = null;
      this.#current = entity;
    }
    return entity;
  }

  /** A delimiter also ends the header of a part whose empty line is missing. */
  #readHeader(start: number): HeaderBlock {
    const whole = readHeaderBlock(this.#raw, start);
    const delimiter = this.#open.next(this.#raw, start, whole.bodyStart);
    const block = delimiter === null ? whole : readHeaderBlock(this.#raw, start, delimiter.lineStart);
    this.#headerBytes += block.bodyStart - start;
    if (!block.complete || this.#headerBytes > MAX_HEADER_BYTES_IN_ALL)
      throw new UnparsableMessage('header_too_large');
    if (block.malformed) {
      this.#defects.add('malformed_header_line');
      const lines = this.#raw.toString('latin1', start, block.bodyStart);
      if (DELIMITER_LINE.test(lines)) this.#defects.add('delimiter_in_header');
    }
    return block;
  }

  #finish(end: number): void {
    if (this.#current !== null) this.#current.bodyEnd = Math.max(end, this.#current.bodyStart);
    this.#current = null;
  }
}

/** A multipart without any delimiter is text. */
function closeEntity(entity: Entity, end: number, defects: Set<Defect>): void {
  entity.bodyEnd = Math.max(end, entity.bodyStart);
  if (entity.children.length > 0) return;
  defects.add('missing_boundary');
  entity.multipart = null;
}

function entityOf(block: HeaderBlock, defaultType: string, defects: Set<Defect>): Entity {
  const first = new Map<string, string>();
  for (const { name, value } of block.fields) {
    if (!CONTENT_FIELDS.has(name)) continue;
    if (first.has(name)) defects.add('repeated_header');
    else first.set(name, value);
  }
  const declared = first.get('content-type') || defaultType;
  // Without a usable type a part is plain text (RFC 2045 5.2).
  const value = mediaType(declared) ?? 'text/plain';
  const contentType = { ...readStructured(declared), value };
  const disposition = first.get('content-disposition');
  return {
    fields: block.fields,
    contentType,
    disposition: disposition === undefined ? null : readStructured(disposition),
    bodyStart: block.bodyStart,
    bodyEnd: block.bodyStart,
    multipart: contentType.value.startsWith('multipart/')
      ? contentType.value.slice('multipart/'.length)
      : null,
    children: [],
  };
}
