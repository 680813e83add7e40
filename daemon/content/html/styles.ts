import type { CssNode, Declaration } from 'css-tree';
import generate from 'css-tree/generator';
import parse from 'css-tree/parser';
import walk from 'css-tree/walker';
import { isKeptProperty, KEPT_FUNCTIONS } from './lists.ts';

/** A filtered `style` attribute. */
export interface FilteredStyle {
  /** Empty when nothing of it stays. */
  readonly style: string;
  /** Declarations were left out. */
  readonly filtered: boolean;
  /** A picture was left out. */
  readonly picture: boolean;
}

/** Allowed parts of a value; functions are looked up by name. */
const KEPT_NODES: ReadonlySet<CssNode['type']> = new Set([
  'Value',
  'Identifier',
  'Number',
  'Dimension',
  'Percentage',
  'Hash',
  'String',
  'Operator',
  'Parentheses',
]);

/** Keeps listed declarations, serialised from the parsed style. */
export function filterStyle(source: string): FilteredStyle {
  const kept: string[] = [];
  let filtered = false;
  let picture = false;
  for (const node of declarationsOf(source)) {
    if (node.type !== 'Declaration') {
      filtered = true;
      continue;
    }
    if (withoutPicture(node)) picture = true;
    if (isKept(node)) kept.push(generate(node));
    else if (!isEmpty(node)) filtered = true;
  }
  return { style: kept.join(';'), filtered, picture };
}

function declarationsOf(source: string): CssNode[] {
  const list = parse(source, { context: 'declarationList', parseCustomProperty: false });
  return list.type === 'DeclarationList' ? list.children.toArray() : [list];
}

/** Removes pictures from a background and keeps its other parts; returns whether there were any. */
function withoutPicture({ property, value }: Declaration): boolean {
  if (!/^(?:background|list-style)/.test(property.toLowerCase()) || value.type !== 'Value') return false;
  let found = false;
  value.children.forEach((node, item, list) => {
    if (
      node.type !== 'Url' &&
      !(node.type === 'Function' && /^(?:url|image|src|-webkit-image)/i.test(node.name))
    )
      return;
    list.remove(item);
    found = true;
  });
  return found;
}

function isEmpty({ value }: Declaration): boolean {
  return value.type === 'Value' && value.children.isEmpty;
}

function isKept(declaration: Declaration): boolean {
  if (!isKeptProperty(declaration.property.toLowerCase()) || isEmpty(declaration)) return false;
  let kept = declaration.important === true || declaration.important === false;
  walk(declaration.value, (node) => {
    if (node.type === 'Function') kept &&= KEPT_FUNCTIONS.has(node.name.toLowerCase());
    else kept &&= KEPT_NODES.has(node.type);
  });
  return kept;
}

/** Escapes and comments that old browsers ignore. */
const DISGUISE = /\/\*.*?\*\/|\\(?:([0-9a-f]{1,6})\s?|(.))/gis;
const ACTIVE =
  /expression\s*\(|behaviou?r\s*:|-moz-binding|@import|(?:java|vb|live)script\s*:|data\s*:\s*text\/html/i;

/** Whether some browser, however old, would run code from this style. */
export function hasActiveStyle(source: string): boolean {
  const plain = source.replace(DISGUISE, (_all, hex: string | undefined, character: string | undefined) =>
    hex === undefined ? (character ?? '') : codePoint(Number.parseInt(hex, 16)),
  );
  return ACTIVE.test(source) || ACTIVE.test(plain);
}

function codePoint(code: number): string {
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
}
