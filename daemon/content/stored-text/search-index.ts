import { z } from 'zod';
import { LIMITS } from '../../../shared/contract/limits.ts';
import type { PlatformContext } from '../../platform/context.ts';
import { accountScope } from '../../platform/store/lock-scope.ts';
import type { StoredText, TextOwner } from '../../platform/store/ports.ts';
import { prepareQuery } from '../../platform/store/prepared.ts';
import type { Queries, Store, Transaction } from '../../platform/store/store.ts';
import { besideText } from './beside-text.ts';
import { moreWords } from './more-words.ts';
import { type ReadingPolicy, shownText } from './redaction.ts';
import { foldForSearch } from './text.ts';

/**
 * The index has the text that readers get, without redacted data, and people and files beside it. When a
 * mailbox's redaction changes, its messages are indexed again, newest first; meanwhile searches read those
 * older than `unindexed_before` one by one (`search.ts`).
 */

export const SEARCH_REBUILD = 'search.rebuild';

/** Later than any message: the mailbox isn't indexed. */
export const EVERYTHING = Number.MAX_SAFE_INTEGER;

interface Indexed extends TextOwner {
  readonly stored: StoredText;
}

const findPolicy = prepareQuery<{ id: string }>()((db, param) =>
  db
    .selectFrom('mailboxes')
    .select(['account_id', 'pii_mode', 'pii_redaction_config'])
    .where('id', '=', param('id')),
);

/** Indexes a message by the text that its readers get under current settings. */
export async function indexMessage(
  context: Pick<PlatformContext, 'config' | 'secrets'>,
  transaction: Transaction,
  { stored, ...message }: Indexed,
): Promise<void> {
  if (!context.config.searchIndex) return;
  const [policy] = (await findPolicy(transaction.db, { id: message.mailbox_id })).rows;
  if (!policy) return;
  await put(context, transaction, { ...message, stored, policy });
}

/** Indexes a message again when its files change. */
export async function indexFiles(transaction: Transaction, messageId: string): Promise<void> {
  const [message] = (await findIndexed(transaction.db, { id: messageId })).rows;
  if (message) await transaction.index(message, message);
}

const findIndexed = prepareQuery<{ id: string }>()((db, param) =>
  db
    .selectFrom('messages')
    .innerJoin('message_bodies', 'message_bodies.message_id', 'messages.id')
    .select(['messages.seq', 'messages.mailbox_id', 'messages.subject'])
    .select(['message_bodies.text', 'message_bodies.pii_spans'])
    .where('messages.id', '=', param('id'))
    .where('messages.state', '!=', 'deleted'),
);

async function put(
  context: Pick<PlatformContext, 'secrets'>,
  transaction: Transaction,
  { seq, mailbox_id: mailboxId, subject, stored, policy }: Indexed & { readonly policy: ReadingPolicy },
): Promise<void> {
  const text = shownWords(context, { policy, subject, stored });
  const more = moreWords({ text, ...(await besideText(transaction.db, seq, policy)) });
  const { account_id: accountId } = policy;
  transaction.search.put({ seq, accountId, mailboxId, words: foldForSearch(text), more });
}

interface SearchableTextInput {
  readonly policy: ReadingPolicy;
  readonly subject: string;
  readonly stored: StoredText;
}

/** Searchable text, folded: the subject, and the beginning of the body as readers get it. */
export function searchableText(
  context: Pick<PlatformContext, 'secrets'>,
  input: SearchableTextInput,
): string {
  return foldForSearch(shownWords(context, input));
}

function shownWords(
  context: Pick<PlatformContext, 'secrets'>,
  { policy, subject, stored }: SearchableTextInput,
): string {
  return `${subject}\n${searchedBody(context, policy, stored)}`;
}

/** The beginning of a body as readers get it. */
export function searchedBody(
  context: Pick<PlatformContext, 'secrets'>,
  policy: ReadingPolicy,
  stored: StoredText,
): string {
  const text = stored.text?.slice(0, LIMITS.searchedBodyCharacters) ?? null;
  return shownText(context, policy, { ...stored, text }) ?? '';
}

interface IndexedMailbox {
  readonly id: string;
  readonly account_id: string;
}

/** Has the messages of a mailbox indexed anew; what the index knows of them does not count from here on. */
export async function rebuildMailbox(transaction: Transaction, mailbox: IndexedMailbox): Promise<void> {
  await transaction.db
    .updateTable('mailboxes')
    .set({ unindexed_before: EVERYTHING })
    .where('id', '=', mailbox.id)
    .execute();
  await schedule(transaction, mailbox);
}

const payload = z.object({ mailbox_id: z.string() });

/** Messages per transaction; indexing one takes a third of a millisecond. */
const BATCH = 40;
/** Transactions per run, so that other jobs get their turn. */
const BATCHES = 25;

/** Indexes a part of a mailbox, and schedules the next run until it's done. */
export async function rebuildSearch(context: PlatformContext, raw: unknown): Promise<void> {
  const { mailbox_id: mailboxId } = payload.parse(raw);
  if (!context.config.searchIndex) return;
  const mailbox = await context.store.read
    .selectFrom('mailboxes')
    .select(['id', 'account_id'])
    .where('id', '=', mailboxId)
    .executeTakeFirst();
  if (!mailbox) return;
  for (let batch = 1; !context.stopping.aborted; batch++) {
    const more = await context.store.write(accountScope(mailbox), async (transaction) => {
      const left = await indexBatch(context, transaction, mailboxId);
      if (left && batch === BATCHES) await schedule(transaction, mailbox);
      return left;
    });
    if (!more || batch === BATCHES) return;
  }
}

function schedule(transaction: Transaction, { id, account_id: accountId }: IndexedMailbox): Promise<void> {
  return transaction.schedule({
    kind: SEARCH_REBUILD,
    accountId,
    dueAt: transaction.now,
    payload: { mailbox_id: id },
  });
}

/** Indexes the newest messages that are not yet; false when none is left. */
async function indexBatch(
  context: PlatformContext,
  transaction: Transaction,
  mailboxId: string,
): Promise<boolean> {
  const { db } = transaction;
  const mailbox = await db.selectFrom('mailboxes').selectAll().where('id', '=', mailboxId).executeTakeFirst();
  if (!mailbox || mailbox.unindexed_before === null) return false;
  const messages = await db
    .selectFrom('messages')
    .leftJoin('message_bodies', 'message_bodies.message_id', 'messages.id')
    .select([
      'messages.seq',
      'messages.mailbox_id',
      'messages.subject',
      'messages.created_at',
      'messages.state',
    ])
    .select(['message_bodies.text', 'message_bodies.pii_spans'])
    .where('messages.mailbox_id', '=', mailboxId)
    .where('messages.created_at', '<', mailbox.unindexed_before)
    .orderBy('messages.created_at', 'desc')
    .limit(BATCH)
    .execute();
  for (const message of messages) {
    if (message.state === 'deleted') continue;
    await put(context, transaction, { ...message, stored: message, policy: mailbox });
  }
  const left = messages.length === BATCH;
  await db
    .updateTable('mailboxes')
    .set({ unindexed_before: left ? (messages.at(-1)?.created_at ?? null) : null })
    .where('id', '=', mailboxId)
    .execute();
  return left;
}

/** At start: empties a disabled index, else schedules what no job indexes. */
export async function planSearchIndex(context: PlatformContext): Promise<void> {
  const { store, config, log } = context;
  if (config.searchIndex) return planRebuilds(context);
  while (await disableBatch(store));
  if (await store.search.isEmpty()) return;
  log.info('search index disabled, removing its entries');
  await store.write('service', (transaction) => store.search.empty(transaction));
}

/** Mailboxes per transaction. */
const MAILBOXES = 500;

/** Marks mailboxes as not indexed; false when all are. */
async function disableBatch(store: Store): Promise<boolean> {
  const { numUpdatedRows } = await store.write('none', ({ db }) =>
    db
      .updateTable('mailboxes')
      .set({ unindexed_before: EVERYTHING })
      .where('id', 'in', (query) =>
        query
          .selectFrom('mailboxes')
          .select('id')
          .where((where) =>
            where.or([where('unindexed_before', 'is', null), where('unindexed_before', '<', EVERYTHING)]),
          )
          .limit(MAILBOXES),
      )
      .executeTakeFirst(),
  );
  return numUpdatedRows > 0n;
}

/** Jobs of mailboxes stay as they are: another daemon of the database may be running them. */
async function planRebuilds({ store }: PlatformContext): Promise<void> {
  const planned = await plannedMailboxes(store.read);
  const open = await store.read
    .selectFrom('mailboxes')
    .select(['id', 'account_id'])
    .where('unindexed_before', 'is not', null)
    .execute();
  const missing = open.filter(({ id }) => !planned.has(id));
  for (let start = 0; start < missing.length; start += MAILBOXES) {
    const batch = missing.slice(start, start + MAILBOXES);
    await store.write({ accounts: batch.map((mailbox) => mailbox.account_id) }, async (transaction) => {
      // Another daemon may start at the same moment.
      const known = await plannedMailboxes(transaction.db);
      for (const mailbox of batch) if (!known.has(mailbox.id)) await schedule(transaction, mailbox);
    });
  }
}

async function plannedMailboxes(db: Queries): Promise<ReadonlySet<string>> {
  const jobs = await db.selectFrom('jobs').select('payload').where('kind', '=', SEARCH_REBUILD).execute();
  return new Set(jobs.map((job) => payload.parse(job.payload).mailbox_id));
}
