import { definedFields } from './input.ts';
import { text, texts } from './kinds.ts';

/** Flags that choose messages by what agents and people marked them with. */
export const markFilters = {
  labels: texts('--label <LABEL>', 'Only messages with this label. May be repeated.'),
  withoutLabels: texts('--without-label <LABEL>', 'Only messages without this label. May be repeated.'),
  tag: text('--tag <TAG>', 'Only messages to the mailbox address with +TAG.'),
};

export interface MarkInput {
  readonly labels: readonly string[];
  readonly withoutLabels: readonly string[];
  readonly tag: string | undefined;
}

/** The mailbox and the tag of `helper+task42`, or of its address. */
export function splitTag(word: string): { readonly mailbox: string; readonly tag: string | undefined } {
  const found = /^([^+@]+)\+([^@]+)(@.*)?$/.exec(word);
  if (!found) return { mailbox: word, tag: undefined };
  return { mailbox: `${found[1]}${found[3] ?? ''}`, tag: found[2] };
}

/** The same in a query. */
export interface MarkQuery {
  readonly label?: string | undefined;
  readonly without_label?: string | undefined;
  readonly tag?: string | undefined;
}

export function markQuery({ labels, withoutLabels, tag }: MarkInput): MarkQuery {
  return definedFields({
    label: labels.length === 0 ? undefined : labels.join(','),
    without_label: withoutLabels.length === 0 ? undefined : withoutLabels.join(','),
    tag,
  });
}
