import { z } from 'zod';
import type { MessageBlock } from '../../contract/blocks.ts';
import { draft, draftSummary } from '../../contract/drafts.ts';
import { type MessageDetail, messageDetail, messageListItem, sendReply } from '../../contract/messages.ts';

/** Fields of answers that several tools share. They are parts of replies of the contract. */

export const listedMessage = () =>
  messageListItem.pick({
    ...{ id: true, direction: true, state: true, sender: true, recipient: true, subject: true },
    ...{ content_withheld: true, mailbox_id: true, body_preview: true, thread_id: true },
    ...{ created_at: true, read_at: true, extracted: true, review: true, revises: true },
    ...{ reply_text: true, labels: true },
    ...{ in_reply_to_message_id: true, partially_delivered: true, from: true },
  });

type ReadableText = Partial<Pick<MessageDetail, 'body' | 'html_text' | 'blocks'>>;

/**
 * An inbound message with its blocks in place of its text, so that facts, words and quotes stay apart. Quotes
 * that nothing answers, and signatures, are there without their text, unless all of it was asked for.
 */
export function inBlocks<T extends ReadableText>(message: T, whole = false): Omit<T, 'body' | 'html_text'> {
  const { blocks } = message;
  if (blocks === undefined) return message;
  const { body: _, html_text, ...rest } = message;
  if (whole) return { ...rest, ...(html_text && { html_text }) };
  const hasWords = blocks.some(({ type, text = '' }) => type === 'words' && text.trim() !== '');
  return { ...rest, blocks: hasWords ? blocks.map(withoutHistory) : blocks };
}

function withoutHistory(block: MessageBlock): MessageBlock {
  if ((block.type !== 'quoted' && block.type !== 'signature') || block.answered) return block;
  const { text: _, ...rest } = block;
  return rest;
}

/** Inbound messages have `blocks` in place of `body`. */
export const readMessage = () =>
  messageDetail
    .pick({
      ...{ id: true, direction: true, state: true, sender: true, recipient: true, subject: true },
      ...{ content_withheld: true, mailbox_id: true, thread_id: true, created_at: true, body: true },
      ...{ html_text: true, review: true, hold_context: true, extracted: true, revises: true },
      ...{ in_reply_to_message_id: true, versions: true, from: true, to: true, cc: true },
      ...{ reply_to: true, reply_recipient: true, list: true, recipients: true, forwards: true },
      ...{ blocks: true, labels: true },
    })
    .partial({ body: true })
    .extend({
      attachments: z.array(
        messageDetail.shape.attachments.element.pick({ filename: true, content_type: true, size: true }),
      ),
    });

export const sendResult = () =>
  sendReply.pick({
    ...{ message_id: true, status: true, warning: true, sends_remaining: true, email_effect: true },
    ...{ hold_context: true, review: true, replacement: true, replayed: true, differs: true },
    ...{ revises: true, recipients: true, partially_delivered: true, recipient_note: true },
  });

/** Of a send that got its key here. */
export const keyedSend = () => sendResult().extend({ idempotency_key: z.string() });

/** As `keyedSend`, of a forward. */
export const forwardResult = () =>
  keyedSend().extend(sendReply.pick({ forwards: true, files_left_out: true }).shape);

export const listedDraft = () =>
  draftSummary.pick({
    ...{ id: true, mailbox_id: true, state: true, revision: true, recipient: true, subject: true },
    ...{ send_at: true, updated_at: true },
  });

export const wholeDraft = () =>
  draft.pick({
    ...{ id: true, mailbox_id: true, state: true, revision: true, recipient: true, subject: true },
    ...{ send_at: true, body: true, thread_id: true, recipients: true, recipient_note: true },
  });
