import type { BulkReply } from '../../../shared/contract/address-lists.ts';
import type { Endpoint, ParamsOf, ReplyOf } from '../../../shared/contract/endpoint.ts';
import { ApiError } from '../../client/errors.ts';
import { type Command, command, type Example, result } from '../../command.ts';
import { confirm, yesFlag } from '../../input/asking/confirm.ts';
import { chooseMailbox, inMailbox, mailboxFlag, mailboxWord } from '../../input/lookups/mailbox.ts';
import type { EndpointRecord, Flag, Flags, Values } from '../../input/options/flag.ts';
import { addressed, flag, text, word } from '../../input/options/kinds.ts';
import { pageFlags, pageQuery } from '../../input/options/pages.ts';
import { addedEntry, removedEntry } from '../../output/views/addresses.ts';
import type { View } from '../../output/views/document.ts';
import { counted } from '../../output/views/numbers.ts';
import type { BudgetEndpoints } from '../importing/budget.ts';
import { importArguments, importFlags } from '../importing/flags.ts';
import { addAddresses, addressArguments, addressFileFlag } from './addresses.ts';

/** Endpoints of a list of addresses. */
type Resource = Readonly<Record<'list' | 'add' | 'addMany' | 'remove', Endpoint>>;

interface ListCommandTexts {
  readonly name: readonly string[];
  readonly summary: string;
  readonly examples: readonly Example[];
}

/** A list of addresses, and the words of its commands. */
interface ListCommands<R extends Resource> {
  readonly resource: () => Promise<R>;
  /** Path parameters of a mailbox's list; absent for a list of the account. */
  readonly ofMailbox?: (mailbox: string) => ParamsOf<R['list']>;
  readonly list: ListCommandTexts & {
    readonly view: View<ReplyOf<R['list']>>;
    /** Flags that filter, and their part of the query. */
    readonly flags?: Flags;
    readonly filter?: (input: Values) => Values;
  };
  readonly add: ListCommandTexts;
  readonly import?: ListCommandTexts;
  readonly remove: ListCommandTexts & {
    readonly entry?: string;
    /** Text of the flag that removes the last entry. */
    readonly force?: string;
  };
  /** Removes all entries that somebody added. */
  readonly undo?: ListCommandTexts;
}
type AnyList = Omit<ListCommands<Resource>, 'list'> & {
  readonly list: Omit<ListCommands<Resource>['list'], 'view'> & { readonly view: View<never> };
};

/** The commands that list, add, import and remove the addresses of a list. */
export function addressCommands<R extends Resource>(list: ListCommands<R>): readonly Command[] {
  return [
    listCommand(list),
    addCommand(list),
    ...importCommands(list),
    removeCommand(list),
    ...undoCommands(list),
  ];
}

const mailboxOf = ({ ofMailbox }: AnyList): { readonly mailbox?: Flag<string> } =>
  ofMailbox ? { mailbox: inMailbox } : {};
const paramsOf = ({ ofMailbox }: AnyList, mailbox: string | undefined) =>
  mailbox === undefined ? {} : { params: { ...ofMailbox?.(mailbox) } };

function listCommand(list: AnyList): Command {
  const { view, flags, filter, ...words } = list.list;
  return command({
    ...words,
    flags: { ...mailboxOf(list), ...flags, ...pageFlags },
    arguments: list.ofMailbox ? { word: mailboxWord } : {},
    endpoint: async () => (await list.resource()).list,
    request: (input) => ({
      ...paramsOf(list, input.mailbox),
      query: { ...pageQuery(input), ...filter?.(input) },
    }),
    view: view as View<unknown>,
  });
}

function addCommand(list: AnyList): Command {
  return command({
    ...list.add,
    flags: { ...mailboxOf(list), file: addressFileFlag },
    arguments: addressArguments,
    endpoints: async () => {
      const { add, addMany } = await list.resource();
      return { add, addMany };
    },
    run: async (context, input, { add, addMany }) => {
      const params = paramsOf(list, input.mailbox);
      const client = await context.client();
      return addAddresses(context, input, {
        view: addedEntry as View<unknown>,
        one: (email) => client.call(add, { ...params, body: { email } }),
        many: (emails) => client.call(addMany, { ...params, body: { emails } }) as Promise<BulkReply>,
      });
    },
  });
}

function importCommands(list: AnyList): readonly Command[] {
  if (!list.import) return [];
  const { import: words, ofMailbox } = list;
  const imported = command({
    ...words,
    flags: { ...(ofMailbox ? { mailbox: mailboxFlag } : {}), ...importFlags },
    arguments: importArguments,
    endpoints: () => importEndpoints(list),
    run: async (context, input, { addMany, getCaller, renewListBudget }) => {
      // A dry run needs no daemon.
      const mailbox = ofMailbox && !input.dryRun ? await chooseMailbox(context, input.mailbox) : undefined;
      const { importFile } = await import('../importing/import.ts');
      return importFile(context, input, {
        list: [...words.name.slice(0, 1), ...(ofMailbox ? [mailbox ?? ''] : [])],
        addMany: async (emails) => {
          const client = await context.client();
          const request = { ...paramsOf(list, mailbox), body: { emails } };
          return (await client.call(addMany, request)) as BulkReply;
        },
        budget: { getCaller, renewListBudget },
      });
    },
  });
  return [imported];
}

async function importEndpoints(
  list: AnyList,
): Promise<BudgetEndpoints & EndpointRecord & { addMany: Endpoint }> {
  const [{ addMany }, { listMailboxes }, { loadBudget }] = await Promise.all([
    list.resource(),
    import('../../../shared/contract/mailboxes.ts'),
    import('../importing/budget.ts'),
  ]);
  return { addMany, ...(list.ofMailbox && { listMailboxes }), ...(await loadBudget()) };
}

function removeCommand(list: AnyList): Command {
  const { entry = 'Address or @domain, as listed.', force, ...words } = list.remove;
  return command({
    ...words,
    flags: { ...mailboxOf(list), ...(force === undefined ? {} : { force: flag('--force-empty', force) }) },
    arguments: { entry: addressed(word('ENTRY', entry)) },
    endpoint: async () => (await list.resource()).remove,
    request: (input) => ({
      params: { ...paramsOf(list, input.mailbox).params, email: input.entry },
      ...(force !== undefined && { query: input.force ? { force_empty: true } : {} }),
    }),
    view: removedEntry as View<unknown>,
  });
}

/** Who added an entry, for lists that agents add to. */
export const addedByFlag = text('--added-by <WHO>', 'Only entries by agents (agent), or by this key ID.');

function undoCommands(list: AnyList): readonly Command[] {
  if (!list.undo) return [];
  const undo = command({
    ...list.undo,
    flags: { addedBy: { ...addedByFlag, required: true }, yes: yesFlag },
    arguments: {},
    endpoints: async () => {
      const { list: read, remove } = await list.resource();
      return { read, remove };
    },
    run: async (context, { addedBy, yes }, { read, remove }) => {
      const client = await context.client();
      const { entriesOf, undoneView } = await import('./undo.ts');
      const found = entriesOf(
        (await client.call(read, { query: { added_by: addedBy, all: true } })) as object,
      );
      await confirm(context, yes, () => `Remove ${counted(found.length, 'entry', 'entries')} by ${addedBy}?`);
      const removed: string[] = [];
      for (const email of found) {
        await client.call(remove, { params: { email } }).catch(ignoreGone);
        removed.push(email);
      }
      return result({ added_by: addedBy ?? '', removed }, undoneView);
    },
  });
  return [undo];
}

/** Someone else removed the entry at the same time. */
function ignoreGone(error: unknown): void {
  if (!(error instanceof ApiError && error.code === 'NOT_FOUND')) throw error;
}
