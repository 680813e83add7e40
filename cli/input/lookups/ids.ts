import { UsageError } from '../../errors.ts';
import type { Argument } from '../options/flag.ts';

/** The end of an id, as lists show it or longer. */
const SHORT_ID = /^[0-9a-f]{6,12}$/i;

/** Whether a word can be the end of an id. */
export function isShortId(typed: string): boolean {
  return SHORT_ID.test(typed);
}

/** One of the things that an id can mean, as an ambiguous one lists them. */
export interface IdCandidate {
  readonly id: string;
  readonly about: string;
}

/** The part of an argument that turns a typed ID into a full one. */
export type IdArgument = Pick<Argument<string>, 'resolve' | 'lookup'>;

export interface IdKind {
  /** As `webhook`. */
  readonly noun: string;
  /** The command that shows the ids. */
  readonly list: string;
  /** How far back candidates go, as ` of the latest 200`. */
  readonly among?: string;
}

/**
 * Turns a typed id into a whole one: whole ids stand for themselves, short ones are looked up among the
 * candidates.
 */
export async function chooseId(
  typed: string,
  { noun, list, among = '' }: IdKind,
  find: () => Promise<readonly IdCandidate[]>,
): Promise<string> {
  const { UUID_SHAPE } = await import('../../../shared/contract/fields.ts');
  if (UUID_SHAPE.test(typed)) return typed;
  if (!isShortId(typed)) throw new UsageError(`"${typed}" isn't a ${noun} ID.`, `${list} shows the IDs`);
  return onlyOne(typed, { noun, list, among }, matching(typed, await find())).id;
}

/** The candidates that end with what was typed. */
export function matching<One extends IdCandidate>(typed: string, candidates: readonly One[]): readonly One[] {
  return candidates.filter(({ id }) => id.endsWith(typed.toLowerCase()));
}

/** The only one that was found; with several, the error lists them. */
export function onlyOne<One extends IdCandidate>(
  typed: string,
  { noun, list, among = '' }: IdKind,
  found: readonly One[],
): One {
  const [first] = found;
  if (first && found.length === 1) return first;
  if (!first) throw new UsageError(`No ${noun}${among} matches "${typed}".`, `${list} shows them`);
  const candidates = found.map(({ id, about }) => ({ id, about }));
  throw new UsageError(`More than one ${noun} matches "${typed}".`, 'use the full ID', { candidates });
}
