import { createHash } from 'node:crypto';
import type { Queries } from '../../platform/store/store.ts';

/** Fields of a request, by their names in the contract. */
export type KeyedFields = Readonly<Record<string, unknown>>;

/** Digest of each field that has a value. */
export type KeyContent = Readonly<Record<string, string>>;

/** It concerns the answered message, not the new one. */
const IGNORED: ReadonlySet<string> = new Set(['mark_read']);

/** 72 bits tell two requests apart, and little of a short text that was deleted. */
const DIGEST_CHARACTERS = 12;

/** Digests of the fields of a request. Files count by name and bytes, so a new upload of one is the same. */
export async function keyContentOf(
  db: Queries,
  { key, fields }: { readonly key: string; readonly fields: KeyedFields },
): Promise<KeyContent> {
  const content: Record<string, string> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (IGNORED.has(name) || isAbsent(value)) continue;
    content[name] = createHash('sha256')
      .update(JSON.stringify([key, name, await comparable(db, name, value)]))
      .digest('base64url')
      .slice(0, DIGEST_CHARACTERS);
  }
  return content;
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

async function comparable(db: Queries, name: string, value: unknown): Promise<unknown> {
  if (name === 'to' || name === 'cc' || name === 'bcc') return addressesOf(value);
  if (name === 'attachment_ids') return filesOf(db, value as readonly string[]);
  return value;
}

/** One address and a list of it are the same; names and order don't change who gets the message. */
function addressesOf(value: unknown): string | string[] {
  const written = [value].flat().map((each) => String(each).trim().toLowerCase());
  return written.length === 1 ? (written[0] ?? '') : written.sort();
}

async function filesOf(db: Queries, ids: readonly string[]): Promise<unknown> {
  const rows = await db
    .selectFrom('staged_attachments')
    .select(['id', 'filename', 'hash'])
    .where('id', 'in', ids)
    .execute();
  const files = new Map(rows.map(({ id, filename, hash }) => [id, [filename, hash]]));
  return ids.map((id) => files.get(id) ?? id);
}

/** Names of the fields in which a request differs from the first one with its key. */
export function differencesOf(first: KeyContent, content: KeyContent): string[] {
  const names = new Set([...Object.keys(first), ...Object.keys(content)]);
  return [...names].filter((name) => first[name] !== content[name]).sort();
}
