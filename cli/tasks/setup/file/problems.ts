import { basename } from 'node:path';
import { isAlias, isMap, isScalar, isSeq, type Node, type Pair, type ParsedNode } from 'yaml';
import type { z } from 'zod';
import { CommandError } from '../../../errors.ts';
import { nearestName } from '../../../input/options/typos.ts';
import type { SetupSource } from './source.ts';

/** Problems of a setup file, with the place of each. */

interface FileProblem {
  /** As `agentmail.yaml:12:5`. */
  readonly path: string;
  readonly message: string;
}

/** A problem at an offset of a file. */
export function invalidSetup(source: SetupSource, offset: number, message: string): CommandError {
  return setupError([{ path: placeOf(source, offset), message }]);
}

export function setupError(problems: readonly FileProblem[]): CommandError {
  const lines = problems.map(({ path, message }) => `${path}: ${message}`);
  const [first = 'The setup file is invalid.', ...facts] = lines;
  return new CommandError(first, {
    exit: 'refused',
    code: 'SETUP_INVALID',
    details: { issues: problems },
    facts,
  });
}

/** Other keys aren't repeated: `extends` could name any file, and the log of a job is read by others. */
const SHOWN_KEY = /^[\w$. -]{1,40}$/;

/** The problems that a schema found in files. */
export function schemaError(
  { issues }: z.ZodError,
  schema: z.ZodType,
  sources: readonly SetupSource[],
): CommandError {
  return setupError(
    issues.flatMap((issue) => {
      const { path } = issue;
      if (issue.code !== 'unrecognized_keys') {
        // Of a key, the rule that it breaks is one level below.
        const [broken = issue] = issue.code === 'invalid_key' ? issue.issues : [];
        return [{ path: locate(sources, path, 'value'), message: `${nameOf(path)} ${broken.message}` }];
      }
      const known = keysAt(schema, path);
      return issue.keys.map((key) => {
        const meant = nearestName(key, known);
        const hint = meant === undefined ? '' : `, did you mean "${meant}"?`;
        const place = locate(sources, [...path, key], 'key');
        return { path: place, message: `unknown key${SHOWN_KEY.test(key) ? ` "${key}"` : ''}${hint}` };
      });
    }),
  );
}

type Path = readonly PropertyKey[];

const nameOf = (path: Path) => (path.length === 0 ? 'the file' : path.map(String).join('.'));

function placeOf({ name, lines }: SetupSource, offset: number): string {
  const { line, col } = lines.linePos(offset);
  return `${basename(name)}:${line}:${col}`;
}

/** Where a path is: in the file that has most of it, the nearest one first. */
export function locate(sources: readonly SetupSource[], path: Path, part: 'key' | 'value'): string {
  const found = sources
    .map((source) => ({ source, ...reach(source, path, part) }))
    .toSorted((one, other) => other.depth - one.depth);
  const [best] = found;
  return best ? placeOf(best.source, best.offset) : '';
}

/** How far a path goes in a file, and the offset of where it ends. */
function reach(
  { document }: SetupSource,
  path: Path,
  part: 'key' | 'value',
): { readonly depth: number; readonly offset: number } {
  let node: Node | null | undefined = document.contents;
  let offset = startOf(node);
  for (const [depth, step] of path.entries()) {
    const pair: Pair<ParsedNode, ParsedNode | null> | undefined = isMap<ParsedNode, ParsedNode | null>(node)
      ? node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step))
      : undefined;
    const next: Node | null | undefined = isSeq<ParsedNode>(node) ? node.items[Number(step)] : pair?.value;
    if (next === undefined && pair === undefined) return { depth, offset };
    const isLast = depth === path.length - 1;
    offset = isLast && part === 'key' && pair ? startOf(pair.key) : startOf(next ?? pair?.key);
    node = isAlias(next) ? next.resolve(document) : next;
  }
  return { depth: path.length, offset };
}

function startOf(node: Node | null | undefined): number {
  return node?.range?.[0] ?? 0;
}

/** Keys that a schema knows at a path. */
function keysAt(schema: z.core.$ZodType, path: Path): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'optional' || def.type === 'nullable') return keysAt(def.innerType, path);
  if (def.type === 'union') return def.options.flatMap((option) => keysAt(option, path));
  const [step, ...rest] = path;
  if (step === undefined) return def.type === 'object' ? Object.keys(def.shape) : [];
  if (def.type === 'array') return keysAt(def.element, rest);
  if (def.type === 'record') return keysAt(def.valueType, rest);
  const inner = def.type === 'object' ? def.shape[String(step)] : undefined;
  return inner ? keysAt(inner, rest) : [];
}
