import { type EntryPattern, parseEntry, patternType } from '../../../../shared/address.ts';
import type { BulkReply } from '../../../../shared/contract/address-lists.ts';
import type { Principal } from '../../../access/principal.ts';
import { ServiceError } from '../../../platform/errors/service-error.ts';
import { isoTime } from '../../../platform/system/iso-time.ts';
import type { RulesContext } from '../../context.ts';
import { checkAgentEntries } from './agent-entries.ts';
import { type BudgetHeaders, budgetHeaders, takeFromBudget } from './budget.ts';
import { insertEntries } from './insert.ts';
import type { AddCause, AddedEntry, ListPlace } from './list.ts';

/** An answer with the budget's headers. */
export interface Charged<T> {
  readonly answer: T;
  readonly headers: BudgetHeaders;
}

export function entryOf(text: string, headers: BudgetHeaders = {}): EntryPattern {
  const entry = parseEntry(text);
  if ('problem' in entry) throw new ServiceError('INVALID_EMAIL', undefined, { headers });
  return entry;
}

/** Parses a new entry; a refusal has the budget's headers, as every answer of an add. */
export async function newEntryOf(
  context: RulesContext,
  accountId: string,
  text: string,
): Promise<EntryPattern> {
  return entryOf(text, await budgetHeaders(context.store.read, accountId, context.clock.now()));
}

interface AddEntryInput {
  readonly principal: Principal;
  readonly place: ListPlace;
  readonly entry: EntryPattern;
  readonly cause: AddCause;
}

/** The sender blocklist isn't the contract's; suppressions are. */
const inContract = ({ list }: ListPlace) => list.name !== 'sender_blocklist';

/** Adds one entry. Repeating it uses budget and changes nothing. */
export function addEntry(
  context: RulesContext,
  { principal, place, entry, cause }: AddEntryInput,
): Promise<Charged<AddedEntry>> {
  return context.store.write({ account: place.accountId }, async (transaction) => {
    const headers = await takeFromBudget(transaction, place.accountId, 1);
    const inserted = await insertEntries(transaction, { place, patterns: [entry.pattern], cause });
    await checkAgentEntries(context, transaction, {
      principal,
      fresh: inserted,
      inContract: inContract(place),
    });
    const [fresh] = inserted;
    const answer = {
      email: entry.pattern,
      pattern_type: entry.type,
      created_at: fresh ? isoTime(fresh.created_at) : null,
      already_existed: !fresh,
      // On a repeat these name the caller, not whoever was first.
      added_by_actor_type: cause.actor.type,
      added_by_actor_id: cause.actor.id,
    };
    return { answer, headers };
  });
}

interface AddEntriesInput {
  readonly principal: Principal;
  readonly place: ListPlace;
  readonly texts: readonly string[];
  readonly cause: AddCause;
}

/** Adds the valid ones of `texts`, all or nothing. */
export function addEntries(
  context: RulesContext,
  { principal, place, texts, cause }: AddEntriesInput,
): Promise<Charged<BulkReply>> {
  const { valid, invalid } = sortOut(texts);
  const total = valid.length + invalid.length;
  return context.store.write({ account: place.accountId }, async (transaction) => {
    const headers = await takeFromBudget(transaction, place.accountId, total);
    const fresh = await insertEntries(transaction, { place, patterns: valid, cause });
    await checkAgentEntries(context, transaction, { principal, fresh, inContract: inContract(place) });
    const added = fresh.map((entry) => ({
      email: entry.pattern,
      created_at: isoTime(entry.created_at),
      pattern_type: patternType(entry.pattern),
    }));
    const isFresh = new Set(fresh.map((entry) => entry.pattern));
    const existed = valid.filter((pattern) => !isFresh.has(pattern));
    const counts = {
      added: added.length,
      already_existed: existed.length,
      invalid: invalid.length,
      total,
    };
    return { answer: { added, already_existed: existed, invalid, counts }, headers };
  });
}

/** Unique valid patterns and invalid texts; an invalid one in its first spelling. */
function sortOut(texts: readonly string[]): { valid: string[]; invalid: BulkReply['invalid'] } {
  const valid = new Set<string>();
  const invalid = new Map<string, BulkReply['invalid'][number]>();
  for (const text of texts) {
    const entry = parseEntry(text);
    if (!('problem' in entry)) {
      valid.add(entry.pattern);
      continue;
    }
    const key = text.trim().toLowerCase();
    if (!invalid.has(key)) invalid.set(key, { email: text, reason: 'invalid_format' });
  }
  return { valid: [...valid], invalid: [...invalid.values()] };
}
