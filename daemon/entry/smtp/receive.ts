import type { Readable } from 'node:stream';
import { type HeaderSummary, readHeaders } from '../../content/mime/headers.ts';
import { normalise } from '../../content/mime/normalise.ts';
import { collect, type UnfinishedBytes } from './collect.ts';
import type { ReceivingConnection } from './connection.ts';
import type { SmtpLimits } from './limits.ts';
import { NotAccepted, REPLIES, SmtpRefusal, type SmtpReply } from './replies.ts';
import type { SessionRecord } from './session-log.ts';

/** Handling of one message. */
export type Delivery = {
  /** Resolves with the text of the 250. Throws an `SmtpRefusal` for what rules refuse. */
  readonly accept: (raw: Buffer, headers: HeaderSummary) => Promise<string>;
  readonly authservIds: readonly string[];
  readonly limits: SmtpLimits;
  readonly unfinished: UnfinishedBytes;
  readonly record: SessionRecord;
};

/** The reply to the final dot, and a function to call after it's sent. */
export type MessageReply = { readonly reply: string | SmtpRefusal; readonly replied: () => void };

/** Receives one message from DATA to the reply to its final dot. Never rejects. */
export async function receiveMessage(
  stream: Readable,
  connection: ReceivingConnection | undefined,
  delivery: Delivery,
): Promise<MessageReply> {
  const { limits, unfinished, record } = delivery;
  const collected = await collect(stream, limits.messageBytes, { unfinished, limit: limits.unfinishedBytes });
  switch (collected.outcome) {
    case 'too_large':
      return refused(record, REPLIES.messageTooLarge);
    case 'no_room':
      return refused(record, REPLIES.busy);
    case 'hung_up':
      record.unfinished = true;
      return refused(record, REPLIES.notStored);
    case 'complete':
      try {
        return await commit(collected.raw, connection, delivery);
      } finally {
        collected.recycle();
      }
  }
}

async function commit(
  bytes: Buffer,
  connection: ReceivingConnection | undefined,
  { accept, authservIds, limits, record }: Delivery,
): Promise<MessageReply> {
  const replied = connection?.commitBegins() ?? (() => undefined);
  try {
    const raw = normalise(bytes, ...authservIds);
    const headers = readHeaders(raw);
    if (headers.receivedCount > limits.receivedLines)
      return { ...refused(record, REPLIES.mailLoop), replied };
    const reply = await accept(raw, headers);
    record.messages++;
    return { reply, replied };
  } catch (error) {
    if (error instanceof SmtpRefusal) {
      record.refusals++;
      return { reply: error, replied };
    }
    record.error = error instanceof Error ? error.message : String(error);
    const reply = error instanceof NotAccepted ? error.reply : REPLIES.notStored;
    return { ...refused(record, reply), replied };
  }
}

function refused(record: SessionRecord, reply: SmtpReply): MessageReply {
  record.refusals++;
  return { reply: new SmtpRefusal(reply), replied: () => undefined };
}
