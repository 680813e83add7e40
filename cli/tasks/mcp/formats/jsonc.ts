import {
  createScanner,
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import { type ConfigFormat, ENTRY_NAME, type HostEntry, lineEnding } from './format.ts';

/**
 * JSON with comments. The entry goes first in its section: behind the last one it would take over a comment
 * that ends that line.
 */
export const jsonc: ConfigFormat = {
  read: (text) => (text.trim() === '' ? {} : getNodeValue(rootOf(text))),
  put: (text, section, entry) => {
    if (text.trim() === '') return `${JSON.stringify({ [section]: { [ENTRY_NAME]: entry } }, null, 2)}\n`;
    const root = rootOf(text);
    const own = findNodeAtLocation(root, [section, ENTRY_NAME]);
    if (own) return replaced(text, own, entry);
    const parent = findNodeAtLocation(root, [section]);
    return parent
      ? inserted(text, parent, [ENTRY_NAME, entry])
      : inserted(text, root, [section, { [ENTRY_NAME]: entry }]);
  },
  remove: (text, section) => {
    const root = rootOf(text);
    const own = findNodeAtLocation(root, [section, ENTRY_NAME])?.parent;
    const parent = own?.parent;
    if (!own || !parent) return text;
    const rest = without(text, isOnly(text, own) && parent.parent ? parent.parent : own);
    return /^\s*\{\s*\}\s*$/.test(rest) ? '' : rest;
  },
};

function rootOf(text: string): Node {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first) {
    const line = text.slice(0, first.offset).split('\n').length;
    throw new SyntaxError(`${printParseErrorCode(first.error)} in line ${line}`);
  }
  if (root?.type !== 'object') throw new SyntaxError('not an object');
  return root;
}

const endOf = ({ offset, length }: Node) => offset + length;

/** White space at the start of the line of a position. */
function indentAt(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? '';
}

/** Indentation of one level, as the file has it. */
function unitOf(text: string): string {
  return /\n([ \t]+)"/.exec(text)?.[1] ?? '  ';
}

function pretty(text: string, value: unknown, indent: string): string {
  return JSON.stringify(value, null, unitOf(text))
    .split('\n')
    .join(`${lineEnding(text)}${indent}`);
}

function replaced(text: string, own: Node, entry: HostEntry): string {
  const isSpread = text.slice(own.offset, endOf(own)).includes('\n');
  const value = isSpread ? pretty(text, entry, indentAt(text, own.offset)) : JSON.stringify(entry);
  return text.slice(0, own.offset) + value + text.slice(endOf(own));
}

function inserted(text: string, object: Node, [key, value]: readonly [string, unknown]): string {
  if (object.type !== 'object') throw new SyntaxError('the section is not an object');
  const name = JSON.stringify(key);
  const open = object.offset + 1;
  const close = endOf(object) - 1;
  const [first] = object.children ?? [];
  const eol = lineEnding(text);
  if (first === undefined) {
    const above = indentAt(text, open);
    const indent = above + unitOf(text);
    const at = open + text.slice(open, close).trimEnd().length;
    return `${text.slice(0, at)}${eol}${indent}${name}: ${pretty(text, value, indent)}${eol}${above}${text.slice(close)}`;
  }
  if (!text.slice(open, first.offset).includes('\n')) {
    return `${text.slice(0, open)}${name}:${JSON.stringify(value)},${text.slice(open)}`;
  }
  // A comment behind the brace stays there.
  const at = open + (/^[ \t]*\/\/[^\r\n]*/.exec(text.slice(open))?.[0].length ?? 0);
  const indent = indentAt(text, first.offset);
  return `${text.slice(0, at)}${eol}${indent}${name}: ${pretty(text, value, indent)},${text.slice(at)}`;
}

/** Whether an object has nothing but this property, and no comment. */
function isOnly(text: string, property: Node): boolean {
  const object = property.parent;
  if (!object) return false;
  const around = text.slice(object.offset, property.offset) + text.slice(endOf(property), endOf(object));
  return /^\{\s*,?\s*\}$/.test(around);
}

/** The text without a property, the white space before it, and the comma that it no longer needs. */
function without(text: string, property: Node): string {
  const start = text.slice(0, property.offset).trimEnd().length;
  const end = endOf(property);
  const own = commaAfter(text, end);
  if (own !== undefined) return text.slice(0, start) + text.slice(end, own) + text.slice(own + 1);
  const siblings = property.parent?.children ?? [];
  const before = siblings[siblings.indexOf(property) - 1];
  const comma = before && commaAfter(text, endOf(before));
  const head =
    comma === undefined ? text.slice(0, start) : text.slice(0, comma) + text.slice(comma + 1, start);
  return head + text.slice(end);
}

/** Position of the comma that follows, behind white space and comments. */
function commaAfter(text: string, offset: number): number | undefined {
  const scanner = createScanner(text, true);
  scanner.setPosition(offset);
  scanner.scan();
  const next = scanner.getTokenOffset();
  return text[next] === ',' ? next : undefined;
}
