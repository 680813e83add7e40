import type { BulkReply } from '../../../shared/contract/address-lists.ts';
import { LIMITS } from '../../../shared/contract/limits.ts';
import { type CommandOutcome, result } from '../../command.ts';
import type { CommandContext } from '../../context.ts';
import { UsageError } from '../../errors.ts';
import { addressed, addressOf, text, words } from '../../input/options/kinds.ts';
import { readText } from '../../machine/home/read-file.ts';
import { bulkAdded } from '../../output/views/addresses.ts';
import type { View } from '../../output/views/document.ts';

export const addressArguments = {
  addresses: addressed(words('ADDRESS', 'Addresses, or @domain for a whole domain.')),
};
export const addressFileFlag = text(
  '-f, --file <FILE>',
  'Also read addresses from a file, one per line; "-" is stdin.',
);

/** The calls that add one entry, or several at once. */
interface Additions<Added> {
  readonly one: (email: string) => Promise<Added>;
  readonly view: View<Added>;
  readonly many: (emails: readonly string[]) => Promise<BulkReply>;
}

interface AddInput {
  readonly addresses: readonly string[];
  readonly file: string | undefined;
}

/** Adds entries in as few calls as the contract allows, and reports each result. */
export async function addAddresses<Added>(
  context: CommandContext,
  input: AddInput,
  { one, view, many }: Additions<Added>,
): Promise<CommandOutcome> {
  const emails = [...input.addresses, ...(await readAddresses(context, input.file))];
  const [first] = emails;
  if (first === undefined)
    throw new UsageError('No address given.', 'give addresses as arguments, or in a file with --file');
  if (emails.length === 1) return result(await one(first), view);
  const replies: BulkReply[] = [];
  for (let start = 0; start < emails.length; start += LIMITS.bulkEntries) {
    replies.push(await many(emails.slice(start, start + LIMITS.bulkEntries)));
  }
  const total = replies.reduce(join);
  return result(total, bulkAdded, total.invalid.length > 0 ? 'usage' : 'ok');
}

function join(one: BulkReply, other: BulkReply): BulkReply {
  const sum = (key: keyof BulkReply['counts']) => one.counts[key] + other.counts[key];
  return {
    added: [...one.added, ...other.added],
    already_existed: [...one.already_existed, ...other.already_existed],
    invalid: [...one.invalid, ...other.invalid],
    counts: {
      added: sum('added'),
      already_existed: sum('already_existed'),
      invalid: sum('invalid'),
      total: sum('total'),
    },
  };
}

async function readAddresses({ world }: CommandContext, file: string | undefined): Promise<string[]> {
  if (file === undefined) return [];
  const content = file === '-' ? await world.stdin.readAll() : await readText(file);
  return content
    .split('\n')
    .map((each) => each.trim())
    .filter((each) => each !== '' && !each.startsWith('#'))
    .map(addressOf);
}
