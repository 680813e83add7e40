import type { Selectable } from 'kysely';
import { prepareQuery } from '../../platform/store/prepared.ts';
import type { MessagesTable } from '../../platform/store/schema.ts';
import type { Queries } from '../../platform/store/store.ts';
import type { ReadingPolicy } from './redaction.ts';

/** People and files of messages, as far as searches by words find them. */

export interface BesideText {
  /** Names and addresses. */
  readonly people: readonly string[];
  readonly fileNames: readonly string[];
  readonly fileTexts: readonly string[];
}

type PeopleColumns = Pick<
  Selectable<MessagesTable>,
  'sender' | 'recipient' | 'recipients' | 'other_recipients' | 'header_addresses'
>;

/** Names and addresses that every reader of the text gets. */
export function peopleOf(
  row: PeopleColumns,
  { pii_mode: mode }: Pick<ReadingPolicy, 'pii_mode'>,
): readonly string[] {
  const { sender, recipient, recipients, other_recipients: others, header_addresses: header } = row;
  const sent = recipients?.flatMap(({ name, address }) => [name ?? '', address]) ?? [];
  const listed = mode === 'passthrough' ? [...(header?.to ?? []), ...(header?.cc ?? [])] : [];
  const named = mode === 'passthrough' ? [header?.from_name ?? ''] : [];
  const people = listed.flatMap(({ name, address }) => [name ?? '', address]);
  return [...new Set([sender, recipient, ...(others ?? []), ...sent, ...named, ...people])].filter(
    (text) => text !== '',
  );
}

const findRow = prepareQuery<{ seq: number }>()((db, param) =>
  db
    .selectFrom('messages')
    .select(['id', 'sender', 'recipient', 'recipients', 'other_recipients', 'header_addresses'])
    .select('has_attachment')
    .where('seq', '=', param('seq')),
);

/** Attachments with the texts of their previews. */
export function selectFileTexts(db: Queries) {
  return db
    .selectFrom('attachments')
    .leftJoin('attachment_previews', (join) =>
      join
        .onRef('attachment_previews.message_id', '=', 'attachments.message_id')
        .onRef('attachment_previews.position', '=', 'attachments.position'),
    )
    .select(['attachments.message_id', 'attachments.position', 'attachments.filename'])
    .select('attachment_previews.content')
    .orderBy('attachments.position');
}

const findFiles = prepareQuery<{ message_id: string }>()((db, param) =>
  selectFileTexts(db).where('attachments.message_id', '=', param('message_id')),
);

/** People and files of a message. */
export async function besideText(
  db: Queries,
  seq: number,
  policy: Pick<ReadingPolicy, 'pii_mode'>,
): Promise<BesideText> {
  const [row] = (await findRow(db, { seq })).rows;
  if (!row) return { people: [], fileNames: [], fileTexts: [] };
  const files = row.has_attachment ? (await findFiles(db, { message_id: row.id })).rows : [];
  return {
    people: peopleOf(row, policy),
    fileNames: files.flatMap(({ filename }) => filename ?? []),
    fileTexts: files.flatMap(({ content }) => content ?? []),
  };
}
