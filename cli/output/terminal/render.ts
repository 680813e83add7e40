import { styleText } from 'node:util';
import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';
import type { Block, Cell, Document, Tone } from '../views/document.ts';
import { renderMarked } from './marked.ts';
import { fitParty } from './party.ts';
import { safeLine, safeText } from './safe.ts';
import { type PaintedCell, renderTable } from './table.ts';
import { localDateTime, localTime, relativeTime } from './time.ts';

export interface Rendering {
  /** Width in columns; undefined for no limit. */
  readonly width: number | undefined;
  readonly colours: boolean;
  /** Milliseconds since 1970, for relative times. */
  readonly now: number;
}

const STYLES = {
  strong: ['bold'],
  quiet: ['dim'],
  good: ['green'],
  warning: ['yellow'],
  bad: ['red'],
} as const satisfies Record<Tone, readonly Parameters<typeof styleText>[0][]>;

/** Renders a document as text that ends with a line break; an empty one as nothing. */
export function render(document: Document, rendering: Rendering): string {
  return document
    .map((block) => renderBlock(block, rendering))
    .map((text) => `${text}\n`)
    .join('');
}

/** A cell's text, safe for a terminal, and its colour after fitting. */
function paintCell(cell: Cell, rendering: Rendering): PaintedCell {
  if (typeof cell === 'string') return { plain: safeLine(cell), paint: (text) => text };
  if ('at' in cell) return { plain: relativeTime(safeLine(cell.at), rendering.now), paint: (text) => text };
  if ('clock' in cell) {
    const plain = localTime(safeLine(cell.clock), rendering.now);
    return { plain, paint: (text) => applyTone(text, 'quiet', rendering) };
  }
  if ('party' in cell) {
    const { party, tone } = cell;
    return {
      plain: fitParty(party, undefined),
      shorten: (room) => fitParty(party, room),
      paint: (text) => (tone === undefined ? text : applyTone(text, tone, rendering)),
    };
  }
  return { plain: safeLine(cell.text), paint: (text) => applyTone(text, cell.tone, rendering) };
}

function applyTone(text: string, tone: Tone, { colours }: Rendering): string {
  return colours ? styleText([...STYLES[tone]], text, { validateStream: false }) : text;
}

function renderCell(cell: Cell, rendering: Rendering): string {
  const { plain, paint } = paintCell(cell, rendering);
  const width = typeof cell === 'object' && 'width' in cell ? (cell.width ?? 0) : 0;
  return paint(plain) + ' '.repeat(Math.max(0, width - stringWidth(plain)));
}

function renderBlock(block: Block, rendering: Rendering): string {
  switch (block.kind) {
    case 'gap':
      return '';
    case 'line':
      return ' '.repeat(block.indent ?? 0) + block.parts.map((part) => renderCell(part, rendering)).join(' ');
    case 'excerpt':
      return renderExcerpt(block, rendering);
    case 'text':
      return wrap(safeText(block.text), rendering.width).replace(/\n$/, '');
    case 'marked': {
      const [text, mark] = renderMarked(block.line);
      return `${text}\n${applyTone(mark, 'bad', rendering)}`;
    }
    case 'fields':
      return renderFields(block.fields, rendering);
    case 'table':
      if (block.rows.length === 0) return applyTone(safeLine(block.empty), 'quiet', rendering);
      return renderTable(
        {
          columns: block.columns,
          rows: block.rows.map((row) => row.map((cell) => paintCell(cell, rendering))),
        },
        rendering.width,
        (title) => applyTone(title, 'quiet', rendering),
      );
  }
}

const EXCERPT_INDENT = 2;

/** Indented, with what was found in bold. */
function renderExcerpt({ label, pieces }: Extract<Block, { kind: 'excerpt' }>, rendering: Rendering): string {
  const name = label === '' ? '' : `${applyTone(safeLine(label), 'quiet', rendering)} `;
  const text = pieces
    .map((piece) => {
      const shown = safeLine(piece.text);
      return piece.match ? applyTone(shown, 'strong', rendering) : shown;
    })
    .join('');
  const width = rendering.width === undefined ? undefined : rendering.width - EXCERPT_INDENT;
  const lines = wrap(name + text, width).split('\n');
  return lines.map((line) => ' '.repeat(EXCERPT_INDENT) + line.trimStart()).join('\n');
}

function renderFields(rows: readonly (readonly [string, Cell])[], rendering: Rendering): string {
  const labelWidth = Math.max(0, ...rows.map(([label]) => stringWidth(label)));
  return rows
    .map(([label, cell]) => {
      const name = applyTone(label.padEnd(labelWidth), 'quiet', rendering);
      return `${name}  ${exactMoment(cell, rendering)}`;
    })
    .join('\n');
}

/** Fields have room for the exact time beside the relative one. */
function exactMoment(cell: Cell, rendering: Rendering): string {
  const shown = renderCell(cell, rendering);
  if (typeof cell === 'string' || !('at' in cell)) return shown;
  return `${localDateTime(safeLine(cell.at))} ${applyTone(`(${shown})`, 'quiet', rendering)}`;
}

function wrap(text: string, width: number | undefined): string {
  return width === undefined ? text : wrapAnsi(text, width, { trim: false, hard: false });
}
