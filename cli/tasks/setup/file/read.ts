import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { parseEntry } from '../../../../shared/address.ts';
import { issueWords } from '../../../../shared/contract/issue-words.ts';
import { KB, MB } from '../../../../shared/contract/limits.ts';
import { PRESETS } from '../../../../shared/policies/presets.ts';
import type { CommandContext } from '../../../context.ts';
import { UsageError } from '../../../errors.ts';
import { readBounded } from '../../../machine/home/read-file.ts';
import { planImport } from '../../importing/plan.ts';
import { locate, schemaError, setupError } from './problems.ts';
import { type SecretReference, type Setup, type SetupFile, setupFile } from './schema.ts';
import { loadSetup, type SetupSource } from './source.ts';

/** A setup file as a person means it: with its lists, presets and what it extends. */

const NAMES = ['agentmail.yaml', 'agentmail.yml', 'agentmail.json'];
/** Of a file of entries: 100,000 take 3 MB. */
const MOST_LIST_BYTES = 64 * MB;
const MOST_SECRET_BYTES = 64 * KB;
const MOST_SHOWN = 20;

/** The named file, or the first of the usual names in this folder. */
async function chosenFile(named: string | undefined): Promise<string> {
  if (named !== undefined) return named;
  for (const name of NAMES) {
    if (await stat(name).catch(() => undefined)) return name;
  }
  throw new UsageError(
    `There is no ${NAMES[0]} here.`,
    'name the file, or begin with: agentmail export > agentmail.yaml',
  );
}

export async function readSetup({ world }: Pick<CommandContext, 'world'>, named?: string): Promise<Setup> {
  const { value, sources } = await loadSetup(await chosenFile(named), world.env);
  const parsed = setupFile.safeParse(value, { error: issueWords });
  if (!parsed.success) throw schemaError(parsed.error, setupFile, sources);
  return withPresets(await withEntries(parsed.data, sources));
}

type ListInFile = NonNullable<SetupFile['suppressions']>;

async function withEntries(file: SetupFile, sources: readonly SetupSource[]): Promise<Setup> {
  const read = async (list: ListInFile | undefined, path: readonly string[]) =>
    list === undefined
      ? undefined
      : Array.isArray(list)
        ? entriesOf(list, sources, path)
        : entriesOfFile(list);
  const { suppressions, blocked_senders, mailboxes, ...rest } = file;
  const boxes = Object.entries(mailboxes ?? {}).map(async ([name, mailbox]) => {
    const { allowlist, sender_allowlist, ...others } = mailbox;
    const lists = {
      allowlist: await read(allowlist, ['mailboxes', name, 'allowlist']),
      sender_allowlist: await read(sender_allowlist, ['mailboxes', name, 'sender_allowlist']),
    };
    return [name, { ...others, ...lists }] as const;
  });
  return {
    ...rest,
    suppressions: await read(suppressions, ['suppressions']),
    blocked_senders: await read(blocked_senders, ['blocked_senders']),
    mailboxes: mailboxes && Object.fromEntries(await Promise.all(boxes)),
  };
}

function entriesOf(list: string[], sources: readonly SetupSource[], path: readonly string[]): string[] {
  const parsed = list.map(parseEntry);
  const problems = parsed.flatMap((each, index) =>
    'problem' in each
      ? [{ path: locate(sources, [...path, index], 'value'), message: `"${list[index]}" ${each.problem}` }]
      : [],
  );
  if (problems.length > 0) throw setupError(problems.slice(0, MOST_SHOWN));
  return [...new Set(parsed.flatMap((each) => ('pattern' in each ? [each.pattern] : [])))];
}

async function entriesOfFile({ file, column }: { file: string; column?: string | undefined }) {
  const { entries, invalid } = planImport(await readBounded(file, { bytes: MOST_LIST_BYTES }), column);
  if (invalid.length > 0) {
    // Without the line itself: a changed setup could name any file, and the log of a job is read by others.
    const problems = invalid.slice(0, MOST_SHOWN).map(({ line, reason }) => ({
      path: `${basename(file)}:${line}:1`,
      message: `the entry ${reason}`,
    }));
    throw setupError(problems);
  }
  return entries.map(({ pattern }) => pattern);
}

function withPresets(setup: Setup): Setup {
  const mailboxes = Object.entries(setup.mailboxes ?? {}).map(([name, mailbox]) => {
    const preset = mailbox.preset && PRESETS[mailbox.preset];
    const named = Object.entries(mailbox).filter(([, value]) => value !== undefined);
    return [name, { ...preset, ...Object.fromEntries(named) }] as const;
  });
  return { ...setup, mailboxes: setup.mailboxes && Object.fromEntries(mailboxes) };
}

/** The secret that a reference names, without the line break at its end. */
export async function readSecretAt(
  { world }: Pick<CommandContext, 'world'>,
  reference: SecretReference,
): Promise<string> {
  if ('file' in reference)
    return (await readBounded(reference.file, { bytes: MOST_SECRET_BYTES })).replace(/\r?\n$/, '');
  const value = world.env[reference.env];
  if (value) return value;
  throw new UsageError(`The variable ${reference.env} isn't set.`, 'it holds a secret of the setup file');
}
