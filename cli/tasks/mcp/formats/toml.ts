import { parse, stringify } from 'smol-toml';
import { type ConfigFormat, ENTRY_NAME, lineEnding } from './format.ts';

/** TOML, in which the entry is a table of its own at the end. */
export const toml: ConfigFormat = {
  read: (text) => parse(text),
  put: (text, section, entry) => {
    const eol = lineEnding(text);
    const block = stringify({ [section]: { [ENTRY_NAME]: entry } })
      .trimEnd()
      .split('\n')
      .join(eol);
    const lines = text.split('\n');
    const own = linesOf(lines, section);
    if (own) return [...lines.slice(0, own.start), block, ...lines.slice(own.end)].join('\n');
    if (text.trim() === '') return `${block}${eol}`;
    return `${text}${text.endsWith('\n') ? '' : eol}${eol}${block}${eol}`;
  },
  remove: (text, section) => {
    const lines = text.split('\n');
    const own = linesOf(lines, section);
    if (!own) return text;
    const head = lines.slice(0, own.start);
    // The empty line above it came with it.
    if (head.at(-1)?.trim() === '') head.pop();
    const rest = [...head, ...lines.slice(own.end)].join('\n');
    return rest.trim() === '' ? '' : rest;
  },
};

/** Lines of the table and the tables in it, without the comments before the next table. */
function linesOf(lines: readonly string[], section: string) {
  const header = new RegExp(
    `^\\s*\\[\\s*${section}\\s*\\.\\s*"?${ENTRY_NAME}"?\\s*(\\.[^\\]]*)?\\]\\s*(#.*)?$`,
  );
  const start = lines.findIndex((each) => header.test(each));
  if (start < 0) return undefined;
  const next = lines.findIndex((each, at) => at > start && /^\s*\[/.test(each) && !header.test(each));
  let end = next < 0 ? lines.length : next;
  while (end > start + 1 && /^\s*(#.*)?$/.test(lines[end - 1] ?? '')) end -= 1;
  return { start, end };
}
