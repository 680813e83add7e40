import type { CommandTree } from '../../command.ts';
import type { Argument } from '../../input/options/flag.ts';
import { type KnownFlag, type LinePlace, nextArgument, nextWords, placeOf } from './place.ts';

/** A candidate, with a description for shells that can show one. */
export interface Completion {
  readonly value: string;
  readonly about: string;
}

/** Candidates at a place: words, or files, which the shell completes itself. */
export interface CompletionAnswer {
  readonly kind: 'values' | 'files' | 'folders';
  readonly candidates: readonly Completion[];
  /** The word isn't complete yet. */
  readonly open?: true;
}

/** Finds values for a placeholder like `MAILBOX`; none for free text. */
export type FindValues = (name: string, place: LinePlace) => Promise<CompletionAnswer>;

const NOTHING: CompletionAnswer = { kind: 'values', candidates: [] };

/** Candidates for the last word, which may be empty. */
export async function candidatesFor(
  tree: CommandTree,
  words: readonly string[],
  values: FindValues,
): Promise<CompletionAnswer> {
  const current = words.at(-1) ?? '';
  const place = placeOf(tree, words.slice(0, -1));
  const answer = (await answerOfFlags(place, current, values)) ?? (await answerOfWords(tree, place, values));
  const fitting = answer.candidates.filter(
    ({ value }) => value.startsWith(current) && !/\p{Cc}/u.test(value),
  );
  return { ...answer, candidates: fitting };
}

/** Flags or the values of one; null where a word of the name or an argument goes. */
async function answerOfFlags(
  place: LinePlace,
  current: string,
  values: FindValues,
): Promise<CompletionAnswer | null> {
  if (place.flag) return valuesOf(place.flag, place, values);
  if (place.flagsOver) return null;
  const [, name, start] = /^(--[\w-]+=)(.*)$/s.exec(current) ?? [];
  if (name !== undefined && start !== undefined) {
    const flag = place.flags.find(({ names }) => names.includes(name.slice(0, -1)));
    const answer = flag ? await valuesOf(flag, place, values) : NOTHING;
    return {
      ...answer,
      candidates: answer.candidates.map((each) => ({ ...each, value: name + each.value })),
    };
  }
  return current.startsWith('-') ? flagsAt(place) : null;
}

async function answerOfWords(
  tree: CommandTree,
  place: LinePlace,
  values: FindValues,
): Promise<CompletionAnswer> {
  const words = place.positional.length > 0 ? [] : [...nextWords(tree, place.path)];
  const named = words.map(([value, about]) => ({ value, about }));
  const argument = nextArgument(place);
  const answer = argument ? await valuesOfArgument(argument, place, values) : NOTHING;
  if (named.length > 0) return { kind: 'values', candidates: [...named, ...answer.candidates] };
  return argument || place.flagsOver ? answer : flagsAt(place);
}

function valuesOfArgument(
  { label, choices = [] }: Argument<unknown>,
  place: LinePlace,
  values: FindValues,
): Promise<CompletionAnswer> {
  return valuesOf({ takes: label, choices }, place, values);
}

async function valuesOf(
  { choices, takes = '' }: Pick<KnownFlag, 'choices' | 'takes'>,
  place: LinePlace,
  values: FindValues,
): Promise<CompletionAnswer> {
  if (choices.length === 0) return values(takes, place);
  return { kind: 'values', candidates: choices.map((value) => ({ value, about: '' })) };
}

function flagsAt({ flags, given }: LinePlace): CompletionAnswer {
  const open = flags.filter(({ names, repeated }) => repeated || !names.some((name) => given.has(name)));
  return {
    kind: 'values',
    candidates: open.map(({ names, about }) => ({ value: names.at(-1) ?? '', about })),
  };
}
