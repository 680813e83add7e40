import { z } from 'zod';
import {
  createDraft,
  deleteDraft,
  getDraft,
  listDrafts,
  sendDraft,
  updateDraft,
} from '../../../shared/contract/drafts.ts';
import { given } from '../../given.ts';
import { tool } from '../tool.ts';
import { DEFAULT_LIMIT, intent, limit, mailbox, messageId } from './inputs.ts';
import { assertReadable } from './readable.ts';

const draftId = z.uuid().describe('Id of the draft.');
const revision = z
  .int()
  .min(0)
  .optional()
  .describe('Revision that you read: refuses if the draft changed since.');
const sendAt = z
  .string()
  .describe('Sends it by itself at this moment: ISO 8601 with a zone, as 2030-01-31T09:00:00+01:00.');

const create = tool({
  name: 'create_draft',
  description:
    'Writes a message without sending it, so that somebody can look at it; with send_at it goes out by itself.',
  effect: 'writes',
  untrusted: false,
  input: {
    mailbox,
    to: z.string().min(3).optional().describe('Not needed for an answer.'),
    subject: z.string().min(1).optional().describe('Not needed for an answer.'),
    body: z.string().min(1),
    in_reply_to_message_id: messageId.optional().describe('The message that it answers.'),
    send_at: sendAt.optional(),
    intent,
  },
  run: async (session, { intent: wish, ...input }) => {
    const mailbox_id = await session.mailbox(input.mailbox);
    const { to, subject, body, in_reply_to_message_id: answered, send_at } = input;
    if (answered !== undefined && subject === undefined) await assertReadable(session, answered);
    const key = await session.keyFor({
      tool: 'create_draft',
      input: { mailbox_id, to, subject, body, answered, send_at },
      intent: wish,
      about: mailbox_id,
    });
    return (await session.client()).call(createDraft, {
      body: {
        ...{ mailbox_id, body },
        ...given({ to, subject, in_reply_to_message_id: answered, send_at }),
      },
      headers: { 'idempotency-key': key },
    });
  },
});

const list = tool({
  name: 'list_drafts',
  description: 'Drafts of a mailbox that were not sent, newest first.',
  effect: 'reads',
  untrusted: false,
  input: { mailbox, limit },
  run: async (session, input) => {
    const id = await session.mailbox(input.mailbox);
    return (await session.client()).call(listDrafts, {
      params: { id },
      query: { limit: input.limit ?? DEFAULT_LIMIT },
    });
  },
});

const read = tool({
  name: 'read_draft',
  description: 'One draft with its text and what the scan found.',
  effect: 'reads',
  untrusted: false,
  input: { draft_id: draftId },
  run: async (session, { draft_id: id }) => (await session.client()).call(getDraft, { params: { id } }),
});

const update = tool({
  name: 'update_draft',
  description: 'Changes a draft. `send_at: null` takes its time away.',
  effect: 'writes',
  untrusted: false,
  input: {
    draft_id: draftId,
    to: z.string().min(3).optional(),
    subject: z.string().min(1).optional(),
    body: z.string().min(1).optional(),
    send_at: sendAt.nullable().optional(),
    revision,
  },
  run: async (session, { draft_id: id, ...body }) =>
    (await session.client()).call(updateDraft, { params: { id }, body }),
});

const send = tool({
  name: 'send_draft',
  description: 'Sends a draft now. The answer says what became of it, as that of send_message does.',
  effect: 'sends',
  untrusted: false,
  input: { draft_id: draftId, revision, intent },
  run: async (session, { draft_id: id, revision: seen, intent: wish }) =>
    (await session.client()).call(sendDraft, {
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
  description: 'Deletes a draft that was not sent.',
  effect: 'writes',
  untrusted: false,
  input: { draft_id: draftId },
  run: async (session, { draft_id: id }) => (await session.client()).call(deleteDraft, { params: { id } }),
});

export const DRAFTS = [create, list, read, update, send, remove];
