import { dirname, resolve } from 'node:path';
import {
  type Document,
  isScalar,
  LineCounter,
  parseDocument,
  type Scalar,
  visit,
  type YAMLError,
} from 'yaml';
import { MB } from '../../../../shared/contract/limits.ts';
import { UsageError } from '../../../errors.ts';
import { readBounded } from '../../../machine/home/read-file.ts';
import { invalidSetup } from './problems.ts';

/** A YAML or JSON file, with what a person may write in it besides values. */

const MOST_BYTES = 1 * MB;
const MOST_FILES = 20;
/** Values that aliases may repeat, which bounds what a small file expands to. */
const MOST_ALIASES = 100;
/** Of `$${`, which stands for `${`, a variable, and its default. */
const VARIABLE = /\$\$\{|\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g;
const PLAIN_VALUE = /^(?:true|false|null|[-+]?\d{1,15})$/;

export interface SetupSource {
  /** As it was named. */
  readonly name: string;
  readonly document: Document.Parsed;
  readonly lines: LineCounter;
}

/** Values of a file and of those that it extends, and the files, the nearest first. */
export interface LoadedSetup {
  readonly value: unknown;
  readonly sources: readonly SetupSource[];
}

type Variables = Readonly<Record<string, string | undefined>>;

/** Reads a file and those that it extends. */
export async function loadSetup(file: string, env: Variables): Promise<LoadedSetup> {
  const sources: SetupSource[] = [];
  const load = async (name: string, above: readonly string[]): Promise<unknown> => {
    const path = resolve(name);
    if (above.includes(path)) throw new UsageError(`${name} extends itself.`);
    if (sources.length === MOST_FILES)
      throw new UsageError(`The setup has more than ${MOST_FILES} files.`, 'extend fewer files');
    const source = sourceOf(name, await readSource(name));
    sources.push(source);
    replaceVariables(source, env);
    // A value that contains itself has no end.
    const value = guarded(name, () => withPaths(plainValue(source), dirname(path)));
    if (!isRecord(value)) throw invalidSetup(source, 0, 'must be a map with version: 1');
    const { extends: named, ...own } = value;
    let merged: unknown = {};
    for (const parent of parentsOf(source, named)) {
      merged = merge(merged, await load(relativeTo(name, parent), [...above, path]));
    }
    return merge(merged, own);
  };
  const value = await load(file, []);
  return { value, sources };
}

async function readSource(name: string): Promise<string> {
  return readBounded(name, {
    bytes: MOST_BYTES,
    hint: 'put long lists into files of their own: allowlist: {file: partners.csv}',
  });
}

/** In place of words for programmers. */
const PARSE_WORDS: Readonly<Partial<Record<YAMLError['code'], string>>> = {
  IMPOSSIBLE: 'has too many levels',
  MULTIPLE_DOCS: 'must be the only document of the file',
};

/** Validation skips this key wherever names are free, so what is below it would be left out unsaid. */
function refuseHiddenKeys(source: SetupSource): void {
  visit(source.document, {
    Scalar: (key, scalar) => {
      if (key === 'key' && scalar.value === '__proto__')
        throw invalidSetup(source, offsetOf(scalar), 'unknown key "__proto__"');
    },
  });
}

function sourceOf(name: string, text: string): SetupSource {
  const lines = new LineCounter();
  const document = guarded(name, () =>
    parseDocument(text, { lineCounter: lines, prettyErrors: false, merge: true }),
  );
  const [problem] = [...document.errors, ...document.warnings];
  const source = { name, document: document as Document.Parsed, lines };
  if (problem) throw invalidSetup(source, problem.pos[0], PARSE_WORDS[problem.code] ?? problem.message);
  refuseHiddenKeys(source);
  return source;
}

function plainValue(source: SetupSource): unknown {
  return guarded(source.name, () => source.document.toJS({ maxAliasCount: MOST_ALIASES }));
}

/** Aliases that expand to too much are a `ReferenceError`, and too many levels a `RangeError`. */
function guarded<T>(name: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (error instanceof ReferenceError || error instanceof RangeError)
      throw new UsageError(`${name} has too many aliases or levels.`, 'write the values out');
    throw error;
  }
}

/** Puts variables of the environment into texts; a plain number, or true, false and null, stays one. */
function replaceVariables(source: SetupSource, env: Variables): void {
  visit(source.document, {
    Scalar: (key, scalar) => {
      if (key === 'key' || typeof scalar.value !== 'string' || !scalar.value.includes('${')) return;
      const text = scalar.value.replace(VARIABLE, (_written, name?: string, fallback?: string) => {
        if (name === undefined) return '${';
        const value = env[name] ?? fallback;
        if (value === undefined)
          throw invalidSetup(source, offsetOf(scalar), `the variable ${name} isn't set, and has no default`);
        return value;
      });
      scalar.value = isPlain(scalar) && PLAIN_VALUE.test(text) ? JSON.parse(text.replace('+', '')) : text;
    },
  });
}

const isPlain = (scalar: Scalar) => isScalar(scalar) && scalar.type === 'PLAIN';
const offsetOf = (scalar: Scalar) => scalar.range?.[0] ?? 0;

function parentsOf(source: SetupSource, named: unknown): readonly string[] {
  const parents: readonly unknown[] = Array.isArray(named) ? named : named === undefined ? [] : [named];
  return parents.map((each) => {
    if (typeof each === 'string') return each;
    throw invalidSetup(source, 0, 'extends must be a file or a list of files');
  });
}

function relativeTo(file: string, other: string): string {
  return resolve(dirname(resolve(file)), other);
}

/** Files are named relative to the file that names them; `metadata` names none. */
function withPaths(value: unknown, folder: string): unknown {
  if (Array.isArray(value)) return value.map((each) => withPaths(each, folder));
  if (!isRecord(value)) return value;
  const { file } = value;
  const isReference = Object.keys(value).every((key) => key === 'file' || key === 'column');
  if (isReference && typeof file === 'string') return { ...value, file: resolve(folder, file) };
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => {
      if (key === 'metadata') return [key, each];
      const isFile = key === 'secret_file' && typeof each === 'string';
      return [key, isFile ? resolve(folder, each) : withPaths(each, folder)];
    }),
  );
}

/** Maps are merged, all else is replaced. */
function merge(below: unknown, above: unknown): unknown {
  if (!isRecord(below) || !isRecord(above)) return above;
  const merged = new Map(Object.entries(below));
  for (const [key, value] of Object.entries(above)) merged.set(key, merge(merged.get(key), value));
  return Object.fromEntries(merged);
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
