import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

/** Mail as programs write it in several languages, and the words that the writer added. */
export interface ReplyFixture {
  readonly name: string;
  readonly group: string;
  readonly text: string | null;
  readonly html: string | null;
  /** The exact result. */
  readonly expected: string;
}

/** Words of one language by their name; they fill the gaps `{name}`, `{name:html}` and `{name:folded}`. */
type Words = Readonly<Record<string, string>>;

interface Form {
  readonly name: string;
  readonly text?: string;
  readonly html?: string;
  /** The writer adds nothing, so the whole text is expected. */
  readonly whole?: boolean;
}

type Client = { readonly client: string; readonly forms: readonly Form[] } & Readonly<
  Record<string, Words | string>
>;

interface Case {
  readonly name: string;
  readonly text?: string;
  readonly html?: string;
  /** Absent when the whole text is expected. */
  readonly expected?: string;
}

const folder = import.meta.dirname;
const read = <Content>(file: string): Content => parse(readFileSync(path.join(folder, file), 'utf8'));

export function readFixtures(): ReplyFixture[] {
  const languages = read<Record<string, Words>>('languages.yaml');
  const clients = readdirSync(path.join(folder, 'clients')).flatMap((file) => ofClient(file, languages));
  return [...clients, ...read<Case[]>('cases.yaml').map(ofCase)];
}

function ofCase({ name, text, html, expected }: Case): ReplyFixture {
  const form = { text: text ?? null, html: html ?? null };
  return { name, group: 'hard cases', ...form, expected: (expected ?? text ?? '').trim() };
}

function ofClient(file: string, languages: Readonly<Record<string, Words>>): ReplyFixture[] {
  const client = read<Client>(`clients/${file}`);
  const wordsOf = (name: string): Words => {
    const words = client[name];
    return typeof words === 'string' ? wordsIn(read<Client>(`clients/${words}`), name) : (words ?? {});
  };
  return Object.keys(wordsOf('attribution')).flatMap((language) => {
    const own = languages[language]?.own ?? '';
    const words = (name: string) => wordsOf(name)[language] ?? languages[language]?.[name] ?? '';
    return client.forms.map((form): ReplyFixture => {
      const [text, html] = [form.text, form.html].map((source) => source && filled(source, words));
      const expected = form.whole === true ? (text ?? '') : own;
      const name = `${client.client}, ${form.name} (${language})`;
      return {
        name,
        group: client.client,
        text: text ?? null,
        html: html ?? null,
        expected: expected.trim(),
      };
    });
  });
}

function wordsIn(client: Client, name: string): Words {
  const words = client[name];
  return typeof words === 'object' ? (words as Words) : {};
}

function filled(source: string, words: (name: string) => string): string {
  return source.replace(/\{(\w+)(?::(\w+))?\}/g, (_, name: string, form: string | undefined) => {
    const text = name === 'quoted' ? quoted(words('quote')) : words(name);
    if (form === 'html') return inHtml(text);
    return form === 'folded' ? folded(text) : text;
  });
}

function quoted(text: string): string {
  return text.replace(/^(?=.)/gm, '> ').replace(/^$/gm, '>');
}

function inHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\n', '<br>');
}

/** Characters of a line of plain text. */
const WIDTH = 60;

function folded(text: string): string {
  let width = 0;
  return text.replace(/(\s)(\S+)/g, (_, space: string, word: string, offset: number) => {
    if (offset + 1 + word.length - width <= WIDTH) return space + word;
    width = offset + 1;
    return `\n${word}`;
  });
}
