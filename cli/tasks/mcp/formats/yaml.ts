import { isMap, isScalar, type Pair, parseDocument, Scalar, stringify, type YAMLMap } from 'yaml';
import { type ConfigFormat, ENTRY_NAME, type HostEntry, lineEnding } from './format.ts';

/** YAML, in which the entry goes first in its section. */
export const yaml: ConfigFormat = {
  read: (text) => documentOf(text).toJS() ?? {},
  put: (text, section, entry) => {
    const eol = lineEnding(text);
    const pair = pairOf(documentOf(text).contents, section);
    if (!pair) {
      const start = text === '' || text.endsWith('\n') ? text : `${text}${eol}`;
      return start + blockOf({ [section]: { [ENTRY_NAME]: entry } }, '', eol);
    }
    const value = pair.value;
    const own = pairOf(value, ENTRY_NAME);
    if (own) return replaced(text, own, entry);
    if (isMap(value) && value.flow) return insertedInFlow(text, value, entry);
    const line = lineAfter(text, startOf(pair));
    const [first] = isMap(value) ? value.items : [];
    const indent = first ? indentAt(text, startOf(first)) : '  ';
    const head = text.slice(0, line);
    const block = blockOf({ [ENTRY_NAME]: entry }, indent, eol);
    return `${head}${head.endsWith('\n') ? '' : eol}${block}${text.slice(line)}`;
  },
  remove: (text, section) => {
    const pair = pairOf(documentOf(text).contents, section);
    const own = pair && pairOf(pair.value, ENTRY_NAME);
    if (!pair || !own || !isMap(pair.value)) return text;
    if (pair.value.flow) return withoutInFlow(text, own);
    const removed = pair.value.items.length === 1 ? pair : own;
    const line = text.lastIndexOf('\n', startOf(removed) - 1) + 1;
    const rest = text.slice(0, line) + text.slice(lineAfter(text, endOf(text, own)));
    return rest.trim() === '' ? '' : rest;
  },
};

function documentOf(text: string) {
  const document = parseDocument(text);
  const [error] = document.errors;
  if (error) throw error;
  if (document.contents !== null && !isMap(document.contents) && !isEmpty(document.contents))
    throw new SyntaxError('not a mapping');
  return document;
}

const isEmpty = (node: unknown) => isScalar(node) && node.value === null;

function pairOf(node: unknown, name: string): Pair | undefined {
  if (!isMap(node)) return undefined;
  return node.items.find(({ key }) => isScalar(key) && key.value === name);
}

function startOf({ key }: Pair): number {
  return key instanceof Scalar ? (key.range?.[0] ?? 0) : 0;
}

/** End of the last text of a pair, without the white space and comments that follow. */
function endOf(text: string, pair: Pair): number {
  const { value } = pair;
  const start = startOf(pair);
  const end = isMap(value) || isScalar(value) ? (value.range?.[1] ?? start) : start;
  return start + text.slice(start, end).trimEnd().length;
}

/** Start of the line after a position. */
function lineAfter(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end < 0 ? text.length : end + 1;
}

function indentAt(text: string, offset: number): string {
  return text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
}

function blockOf(value: object, indent: string, eol: string): string {
  const lines = stringify(value, { lineWidth: 0 }).trimEnd().split('\n');
  return lines.map((line) => `${indent}${line}${eol}`).join('');
}

function replaced(text: string, own: Pair, entry: HostEntry): string {
  const [start, end] = [startOf(own), endOf(text, own)];
  const isFlow = isMap(own.value) && own.value.flow;
  const value = isFlow
    ? `${ENTRY_NAME}: ${JSON.stringify(entry)}`
    : blockOf({ [ENTRY_NAME]: entry }, indentAt(text, start), lineEnding(text)).trim();
  return text.slice(0, start) + value + text.slice(end);
}

function insertedInFlow(text: string, map: YAMLMap, entry: HostEntry): string {
  const at = (map.range?.[0] ?? 0) + 1;
  const comma = map.items.length > 0 ? ', ' : '';
  return `${text.slice(0, at)}${ENTRY_NAME}: ${JSON.stringify(entry)}${comma}${text.slice(at)}`;
}

function withoutInFlow(text: string, own: Pair): string {
  const end = endOf(text, own);
  return text.slice(0, startOf(own)) + text.slice(end).replace(/^\s*, ?/, '');
}
