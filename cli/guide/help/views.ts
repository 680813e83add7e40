import { fields, line, orDash, quiet, strong, table, type View } from '../../output/views/document.ts';
import type { CompactTree } from './compact.ts';
import type { CommandRow, ErrorRow } from './tree.ts';

export const commandList: View<{ readonly commands: readonly CommandRow[] }> = ({ commands }) => [
  table(
    [{ title: 'command' }, { title: 'summary', flexible: true }],
    commands.map((each) => [strong(each.command), each.summary]),
    'No matching commands.',
  ),
];

export const compactList: View<CompactTree> = ({ commands }) =>
  Object.entries(commands).flatMap(([noun, verbs]) =>
    Object.entries(verbs).map(([verb, about]) => line(strong(`${noun} ${verb}`.trim()), about)),
  );

export const errorList: View<{ readonly errors: readonly ErrorRow[] }> = ({ errors }) => [
  table(
    [
      { title: 'code', flexible: true },
      { title: 'exit', align: 'right' },
      { title: 'meaning', flexible: true },
    ],
    errors.map((each) => [strong(each.code), String(each.exit), each.message]),
    'No codes.',
  ),
];

const WHO_ACTS: Readonly<Record<string, string>> = {
  caller: 'the caller: change the request',
  human: 'a person: decide, confirm or allow something',
  operator: 'the operator',
  time: 'no one: wait, then try again',
};

export const errorView: View<ErrorRow & { readonly commands: readonly string[] }> = (each) => [
  line(strong(each.code), each.message),
  fields(
    ['who must act', WHO_ACTS[each.actor] ?? each.actor],
    ['exit code', String(each.exit)],
    ['http status', orDash(each.status.join(', '))],
    ['hint', orDash(each.hint)],
    [
      'returned by',
      each.commands.length > 12
        ? quiet(`${each.commands.length} commands`)
        : orDash(each.commands.join(', ')),
    ],
  ),
];
