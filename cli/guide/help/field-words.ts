import type { Command } from '../../command.ts';
import { CommandError } from '../../errors.ts';

/** Says about flags and arguments what the daemon says about the fields of a request. */

interface FieldIssue {
  readonly path: string;
  readonly message: string;
}

/** The same refusal for people; programs still get the issues as the daemon names them. */
export function inOwnWords(error: CommandError, command: Command): CommandError {
  const { failure } = error;
  const issues = issuesOf(failure.details);
  if (failure.code !== 'VALIDATION_ERROR' || issues.length === 0) return error;
  const lines = issues.map(({ path, message }) =>
    path === '' ? message : `${nameOf(path, command)} ${message}`,
  );
  const [first = '', ...others] = lines;
  return new CommandError(`${first.charAt(0).toUpperCase()}${first.slice(1)}.`, {
    ...failure,
    facts: others,
  });
}

function issuesOf(details: Readonly<Record<string, unknown>> = {}): readonly FieldIssue[] {
  const { issues } = details;
  return Array.isArray(issues) ? issues.filter(isIssue) : [];
}

function isIssue(value: unknown): value is FieldIssue {
  return (
    typeof value === 'object' &&
    value !== null &&
    'path' in value &&
    typeof value.path === 'string' &&
    'message' in value &&
    typeof value.message === 'string'
  );
}

/** The flag or argument that sets a field, else the field's words. */
function nameOf(path: string, { flags, arguments: taken }: Command): string {
  const [field = '', ...inner] = path.split('.');
  const wanted = keyOf(field);
  const flag = Object.entries(flags).find(([name, { flags: written }]) =>
    [name, longOf(written)].some((each) => keyOf(each) === wanted),
  );
  // The ID of a path is that of the command's first word.
  const word = Object.entries(taken).find(
    ([name, { label }]) =>
      field === 'id' || [name, label].some((each) => keyOf(each) === wanted) || isMeant(label, field),
  );
  const own = flag ? `--${longOf(flag[1].flags)}` : (word?.[1].label ?? field.replaceAll('_', ' '));
  const position = inner
    .filter((part) => !/^\d+$/.test(part))
    .join(' ')
    .replaceAll('_', ' ');
  return position === '' ? own : `${own}: ${position}`;
}

const OTHER_NAMES: Readonly<Record<string, string>> = { ADDRESS: 'email', WORD: 'q' };

/** As EMAIL for `confirm_email`. */
function isMeant(label: string, field: string): boolean {
  return [label.toLowerCase(), OTHER_NAMES[label]].includes(field.toLowerCase().split(/[_-]/).at(-1));
}

function longOf(written: string): string {
  return /--([\w-]+)/.exec(written)?.[1] ?? written;
}

/** `mailbox_ids`, `--mailbox` and `mailboxes` are one name, and so are `from_mailbox` and `--mailbox`. */
function keyOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[_-]/g, '')
    .replace(/^from(?=mailbox)/, '')
    .replace(/ids?$/, '')
    .replace(/(?<=box|dress)es$|(?<![s])s$/, '');
}
