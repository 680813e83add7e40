import { camelCase } from '../methods.ts';

/** Width of a line of the generated modules. */
const WIDTH = 110;

/** Words that no parameter and no attribute can be named. */
const KEYWORDS = new Set(
  'and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
);

/** Whether a class or a function can have a field of this name. */
export function isIdentifier(name: string): boolean {
  return /^[a-z_]\w*$/i.test(name) && !KEYWORDS.has(name);
}

/** The name of a parameter for a field: `from_` for `from`. */
export function parameterName(field: string): string {
  return KEYWORDS.has(field) ? `${field}_` : field;
}

/** `trusted_sources` for `trusted-sources` and for `trustedSources`. */
export function snakeCase(words: string): string {
  return camelCase(words.replaceAll('.', '_')).replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** `open(items)close` in one line if it fits, else with one item per line. */
export function bracketed(open: string, items: readonly string[], close: string): string {
  const line = `${open}${items.join(', ')}${close}`;
  if (line.length <= WIDTH) return line;
  const indent = /^ */.exec(open)?.[0] ?? '';
  return [open, ...items.map((item) => `${indent}    ${item},`), `${indent}${close}`].join('\n');
}

/** `open(words)close` in one line if it fits, else in lines as wide as they may be. */
export function filled(open: string, words: readonly string[], close: string): string {
  const line = `${open}${words.join(', ')}${close}`;
  if (line.length <= WIDTH) return line;
  return [open, ...wrapped(`${words.join(', ')},`, '    '), close].join('\n');
}

/** Lines of a paragraph, all but the first one indented by four more spaces. */
export function wrapped(text: string, indent: string, hanging = ''): string[] {
  const lines: string[] = [];
  let line = indent;
  for (const word of text.split(/\s+/)) {
    const longer = line.trim() === '' ? line + word : `${line} ${word}`;
    if (longer.length > WIDTH && line.trim() !== '') {
      lines.push(line);
      line = indent + hanging + word;
    } else line = longer;
  }
  return [...lines, line];
}

/** A docstring with paragraphs of its parts. */
export function docstring(summary: string, parts: readonly string[], indent: string): string {
  const escaped = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('"""', '\\"\\"\\"');
  const first = wrapped(`"""${escaped(summary)}`, indent);
  if (parts.length === 0 && first.length === 1 && (first[0] ?? '').length + 3 <= WIDTH)
    return `${first[0]}"""`;
  const rest = parts.flatMap((part) => wrapped(escaped(part), indent, '    '));
  return [...first, ...(rest.length === 0 ? [] : ['', ...rest]), `${indent}"""`].join('\n');
}
