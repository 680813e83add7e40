import type { Selectable } from 'kysely';
import { prepareQuery } from '../../platform/store/prepared.ts';
import type { MessageBodiesTable } from '../../platform/store/schema.ts';

/** Inserts the texts of a message. */
export const insertBody = prepareQuery<Selectable<MessageBodiesTable>>()((db, param) =>
  db.insertInto('message_bodies').values({
    message_id: param('message_id'),
    account_id: param('account_id'),
    text: param('text'),
    html: param('html'),
    pii_spans: param('pii_spans'),
    html_text: param('html_text'),
    html_pii_spans: param('html_pii_spans'),
  }),
);
