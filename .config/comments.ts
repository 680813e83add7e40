import { globSync, readFileSync, writeFileSync } from 'node:fs';

/**
 * Checks the rules for comments that Biome can't: `npm run lint` names each violation by file and line, and
 * `npm run lint -- --fix` wraps comments that are too wide.
 */

const WIDTH = 110;
const SOURCES = '{cli,daemon,shared,test,.config}/**/*.{ts,tsx}';
const PAGES = ['*.md', 'docs/**/*.md', '.github/*.md'];

/** Openings that read like a translation; docs/STYLE.md says what to write instead. */
const OPENING = /^(?:What|Whoever|Somebody)\b/;
/** A numbered section of a text that isn't in the repository. */
const CITATION = /\bdecisions? \d+\.\d/;
/** Directives have to stay on one line. */
const DIRECTIVE = /^(?:biome-ignore|@|\/ <)/;

/** A comment on lines of its own. `text` has one entry per line, without the comment's marks. */
interface Comment {
  readonly start: number;
  readonly end: number;
  readonly indent: string;
  readonly kind: '//' | '/*' | '/**';
  readonly text: readonly string[];
}

function commentsOf(lines: readonly string[]): Comment[] {
  const comments: Comment[] = [];
  for (let start = 0; start < lines.length; start++) {
    const [, indent = '', kind] = /^(\s*)(\/\/|\/\*\*?)/.exec(lines[start] ?? '') ?? [];
    if (kind !== '//' && kind !== '/*' && kind !== '/**') continue;
    const isLast = (line: number) =>
      kind === '//' ? !/^\s*\/\//.test(lines[line + 1] ?? '') : /\*\/\s*$/.test(lines[line] ?? '*/');
    let end = start;
    while (end < lines.length && !isLast(end)) end++;
    if (end < lines.length) {
      comments.push({ start, end, indent, kind, text: lines.slice(start, end + 1).map(withoutMarks) });
    }
    start = end;
  }
  return comments;
}

function withoutMarks(line: string): string {
  return line
    .replace(/^\s*(?:\/\/|\/\*\*?|\*(?!\/))? ?/, '')
    .replace(/\s*\*\/\s*$/, '')
    .trimEnd();
}

/** Items of a list and empty lines begin a paragraph; other lines continue the one before. */
function paragraphsOf(text: readonly string[]): string[] {
  const paragraphs: string[] = [];
  let open = false;
  for (const line of text) {
    const continues = open && line !== '' && !/^(?:- |\d+\. )/.test(line);
    paragraphs.push(continues ? `${paragraphs.pop()} ${line.trim()}` : line);
    open = line !== '';
  }
  return paragraphs;
}

function wrapped(paragraph: string, width: number): string[] {
  const rest = /^- /.test(paragraph) ? '  ' : '';
  const [first = '', ...words] = paragraph.split(' ');
  const lines = [first];
  for (const word of words) {
    const longer = `${lines.at(-1)} ${word}`;
    if (longer.length <= width) lines.splice(-1, 1, longer);
    else lines.push(rest + word);
  }
  return lines;
}

function rewrap({ indent, kind, text }: Comment): string[] {
  const block = kind !== '//';
  const paragraphs = paragraphsOf(text);
  while (block && paragraphs[0] === '') paragraphs.shift();
  while (block && paragraphs.at(-1) === '') paragraphs.pop();
  const mark = block ? `${indent} * ` : `${indent}// `;
  const lines = paragraphs.flatMap((paragraph) => wrapped(paragraph, WIDTH - mark.length));
  const marked = lines.map((line) => (mark + line).trimEnd());
  return block ? [indent + kind, ...marked, `${indent} */`] : marked;
}

function isTooWide(lines: readonly string[], { start, end, text }: Comment): boolean {
  if (text.some((line) => DIRECTIVE.test(line))) return false;
  return lines.slice(start, end + 1).some((line) => line.length > WIDTH && / .* /.test(line.trim()));
}

/** Problems of a source file, each with its line; with `fix` comments are wrapped instead of reported. */
function check(file: string, fix: boolean): string[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  const problems: string[] = [];
  for (const comment of commentsOf(lines).toReversed()) {
    const at = `${file}:${comment.start + 1}`;
    const opening = OPENING.exec(comment.text.find((line) => line !== '') ?? '');
    if (opening) problems.push(`${at} a comment begins with "${opening[0]}"`);
    if (!isTooWide(lines, comment)) continue;
    if (fix) lines.splice(comment.start, comment.end - comment.start + 1, ...rewrap(comment));
    else problems.push(`${at} a comment is wider than ${WIDTH} characters (--fix wraps it)`);
  }
  if (fix) writeFileSync(file, lines.join('\n'));
  return problems.toReversed();
}

function citations(file: string): string[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.flatMap((line, index) =>
    CITATION.test(line) ? [`${file}:${index + 1} cites a section by its number; give the reason`] : [],
  );
}

const fix = process.argv.includes('--fix');
/** Files of declarations are generated. */
const sources = globSync(SOURCES, { exclude: ['**/*.d.ts'] }).toSorted();
const problems = [
  ...sources.flatMap((file) => check(file, fix)),
  ...[...sources, ...globSync(PAGES)].flatMap(citations),
];
process.stderr.write(problems.map((problem) => `${problem}\n`).join(''));
if (problems.length > 0) process.exitCode = 1;
