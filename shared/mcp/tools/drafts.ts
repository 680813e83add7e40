import { z } from 'zod';
import {
  createDraft,
  deleteDraft,
  getDraft,
  listDrafts,
  sendDraft,
  updateDraft,
} from '../../contract/drafts.ts';
import { differs, replayed } from '../../contract/messages.ts';
import { definedFields } from '../../defined-fields.ts';
import { tool } from '../tool.ts';
import { copies, DEFAULT_LIMIT, intent, keepUnread, limit, mailbox, messageId, to } from './inputs.ts';
import { listedDraft, sendResult, wholeDraft } from './outputs.ts';
import { assertReadable } from './readable.ts';

const draftId = z.uuid();
const revision = z.int().min(0).optional().describe('The one you read: fails if the draft has changed.');
const sendAt = z.string().describe('When it is sent by itself. ISO 8601 with an offset.');

const create = tool({
  name: 'create_draft',
  title: 'Create a draft',
  description: 'Create a draft, which a person can look at before it is sent.',
  effect: 'writes',
  untrusted: false,
  input: {
    mailbox,
    to: to.optional(),
    ...copies,
    subject: z.string().min(1).optional(),
    body: z.string().min(1),
    in_reply_to_message_id: messageId.optional().describe('Gives `to` and `subject`.'),
    send_at: sendAt.optional(),
    keep_unread: keepUnread,
    intent,
  },
  output: () => wholeDraft().extend({ replayed, differs }),
  run: async (session, { intent: wish, ...input }) => {
    const mailbox_id = await session.mailbox(input.mailbox);
    const { subject, body, in_reply_to_message_id: answered, send_at } = input;
    const addressed = definedFields({ cc: input.cc, bcc: input.bcc });
    if (answered !== undefined && subject === undefined) await assertReadable(session, answered);
    const key = await session.keyFor({
      tool: 'create_draft',
      input: { mailbox_id, to: input.to, ...addressed, subject, body, answered, send_at },
      intent: wish,
      about: mailbox_id,
    });
    return session.call(createDraft, {
      body: {
        ...{ mailbox_id, body },
        ...addressed,
        ...definedFields({ to: input.to, subject, in_reply_to_message_id: answered, send_at }),
        ...(answered !== undefined && !input.keep_unread && { mark_read: true }),
      },
      headers: { 'idempotency-key': key },
    });
  },
});

const list = tool({
  name: 'list_drafts',
  title: 'List drafts',
  description: 'List the unsent drafts of a mailbox, newest first.',
  effect: 'reads',
  untrusted: false,
  input: { mailbox, limit },
  output: () => z.object({ drafts: z.array(listedDraft()) }),
  run: async (session, input) => {
    const id = await session.mailbox(input.mailbox);
    return session.call(listDrafts, {
      params: { id },
      query: { limit: input.limit ?? DEFAULT_LIMIT },
    });
  },
});

const read = tool({
  name: 'read_draft',
  title: 'Read a draft',
  description: 'Show a draft with its text and scan findings.',
  effect: 'reads',
  untrusted: false,
  input: { draft_id: draftId },
  output: () => wholeDraft(),
  run: async (session, { draft_id: id }) => session.call(getDraft, { params: { id } }),
});

const update = tool({
  name: 'update_draft',
  title: 'Change a draft',
  description: 'Change a draft. `send_at: null` removes its time.',
  effect: 'writes',
  untrusted: false,
  input: {
    draft_id: draftId,
    to: to.optional(),
    ...copies,
    subject: z.string().min(1).optional(),
    body: z.string().min(1).optional(),
    send_at: sendAt.nullable().optional(),
    revision,
  },
  output: () => wholeDraft(),
  run: async (session, { draft_id: id, ...body }) => session.call(updateDraft, { params: { id }, body }),
});

const send = tool({
  name: 'send_draft',
  title: 'Send a draft',
  description: 'Send a draft now. Answers as send_message.',
  effect: 'sends',
  untrusted: false,
  input: { draft_id: draftId, revision, intent },
  output: () => sendResult(),
  run: async (session, { draft_id: id, revision: seen, intent: wish }) =>
    session.call(sendDraft, {
      params: { id },
      body: seen === undefined ? {} : { revision: seen },
      headers: {
        'idempotency-key': await session.keyFor({
          tool: 'send_draft',
          input: { id },
          intent: wish,
          about: id,
        }),
      },
    }),
});

const remove = tool({
  name: 'delete_draft',
  title: 'Delete a draft',
  description: 'Delete an unsent draft.',
  effect: 'writes',
  untrusted: false,
  input: { draft_id: draftId },
  output: () => deleteDraft.replies[200],
  run: async (session, { draft_id: id }) => session.call(deleteDraft, { params: { id } }),
});

export const DRAFTS = [create, list, read, update, send, remove];
