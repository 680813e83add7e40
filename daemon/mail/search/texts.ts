import type { Selectable } from 'kysely';
import type { Principal } from '../../access/principal.ts';
import { peopleOf, selectFileTexts } from '../../content/stored-text/beside-text.ts';
import type { ReadingPolicy } from '../../content/stored-text/redaction.ts';
import { foldWords } from '../../content/stored-text/search-fold.ts';
import { searchedBody } from '../../content/stored-text/search-index.ts';
import { dialectOf } from '../../platform/store/dialect.ts';
import type { MessagesTable } from '../../platform/store/schema.ts';
import { previewObstacle } from '../attachments/preview-access.ts';
import type { MailContext } from '../context.ts';
import type { SearchedTexts } from './rank.ts';

/** Texts of messages in which a search looks, as their reader gets them. */

export type SearchedRow = ReadingPolicy &
  Pick<
    Selectable<MessagesTable>,
    | 'seq'
    | 'id'
    | 'mailbox_id'
    | 'subject'
    | 'created_at'
    | 'size_bytes'
    | 'has_attachment'
    | 'sender'
    | 'recipient'
    | 'recipients'
    | 'other_recipients'
    | 'header_addresses'
  >;

/** A file with the text that the reader gets of it. */
export interface SearchedFile {
  readonly position: number;
  readonly name: string;
  readonly text: string;
}

export interface ReadTexts {
  readonly subject: string;
  readonly text: string;
  readonly people: readonly string[];
  readonly files: readonly SearchedFile[];
}

/** By the number of the message. */
export async function textsOf(
  context: MailContext,
  principal: Principal,
  rows: readonly SearchedRow[],
): Promise<ReadonlyMap<number, ReadTexts>> {
  const { read: db } = context.store;
  const bodies = await db
    .selectFrom('message_bodies')
    .select(['message_id', 'text', 'pii_spans'])
    .where('message_id', 'in', dialectOf(db).listOf(rows.map(({ id }) => id)))
    .execute();
  const stored = new Map(bodies.map((body) => [body.message_id, body]));
  const files = await filesOf(context, principal, rows);
  return new Map(
    rows.map((row) => {
      const body = stored.get(row.id) ?? { text: null, pii_spans: null };
      return [
        row.seq,
        {
          subject: row.subject,
          text: searchedBody(context, row, body),
          people: peopleOf(row, row),
          files: files.get(row.id) ?? [],
        },
      ];
    }),
  );
}

async function filesOf(
  context: MailContext,
  principal: Principal,
  rows: readonly SearchedRow[],
): Promise<ReadonlyMap<string, SearchedFile[]>> {
  const files = new Map<string, SearchedFile[]>();
  const having = rows.filter(({ has_attachment: has }) => has);
  if (having.length === 0) return files;
  const open = await mailboxesWithPreviews(context, principal, having);
  const { read: db } = context.store;
  const found = await selectFileTexts(db)
    .where('attachments.message_id', 'in', dialectOf(db).listOf(having.map(({ id }) => id)))
    .execute();
  const mailboxOf = new Map(having.map((row) => [row.id, row.mailbox_id]));
  for (const { message_id: id, position, filename, content } of found) {
    const isOpen = open.has(mailboxOf.get(id) ?? '');
    const file = { position, name: filename ?? '', text: isOpen ? (content ?? '') : '' };
    files.set(id, [...(files.get(id) ?? []), file]);
  }
  return files;
}

/** Mailboxes whose previews the caller may read. */
async function mailboxesWithPreviews(
  context: MailContext,
  principal: Principal,
  rows: readonly SearchedRow[],
): Promise<ReadonlySet<string>> {
  const open = new Set<string>();
  for (const mailbox_id of new Set(rows.map((row) => row.mailbox_id))) {
    if ((await previewObstacle(context, principal, { mailbox_id })) === null) open.add(mailbox_id);
  }
  return open;
}

export function foldTexts({ subject, text, people, files }: ReadTexts): SearchedTexts {
  return {
    subject: foldWords(subject),
    text: foldWords(text),
    people: foldWords(people.join('\n')),
    fileNames: foldWords(files.map(({ name }) => name).join('\n')),
    fileTexts: foldWords(files.map(({ text: content }) => content).join('\n')),
  };
}
