import type { Readable } from 'node:stream';
import { type HeaderSummary, readHeaders } from '../../content/mime/headers.ts';
import { normalise } from '../../content/mime/normalise.ts';
import { collect, type UnfinishedBytes } from './collect.ts';
import type { ReceivingConnection } from './connection.ts';
import type { SmtpLimits } from './limits.ts';
import { NotAccepted, REPLIES, SmtpRefusal, type SmtpReply } from './replies.ts';
import type { SessionRecord } from './session-log.ts';

/** Envelope and callbacks of one message. */
export type Delivery<Envelope> = {
  readonly accept: (envelope: Envelope, raw: Buffer, headers: HeaderSummary) => Promise<readonly string[]>;
  readonly authservIds: readonly string[];
  readonly limits: SmtpLimits;
  readonly unfinished: UnfinishedBytes;
  readonly record: SessionRecord;
};

/** The reply to the final dot, and a function to call after it's sent. */
export type MessageReply = { readonly reply: string | SmtpRefusal; readonly replied: () => void };

/** A mail transaction (RFC 5321, 3.3), and the connection that it is on. */
interface MailTransaction<Envelope> {
  readonly envelope: Envelope;
  readonly connection: ReceivingConnection | undefined;
}

/** Receives one message from DATA to the reply to its final dot. Never rejects. */
export async function receiveMessage<Envelope>(
  stream: Readable,
  transaction: MailTransaction<Envelope>,
  delivery: Delivery<Envelope>,
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
        return await commit(collected.raw, transaction, delivery);
      } finally {
        collected.recycle();
      }
  }
}

async function commit<Envelope>(
  bytes: Buffer,
  { envelope, connection }: MailTransaction<Envelope>,
  { accept, authservIds, limits, record }: Delivery<Envelope>,
): Promise<MessageReply> {
  const replied = connection?.commitBegins() ?? (() => undefined);
  try {
    const raw = normalise(bytes, ...authservIds);
    const headers = readHeaders(raw);
    if (headers.receivedCount > limits.receivedLines)
      return { ...refused(record, REPLIES.mailLoop), replied };
    const ids = await accept(envelope, raw, headers);
    record.messages++;
    return { reply: `2.0.0 Stored as ${ids.join(' ')}`, replied };
  } catch (error) {
    record.error = error instanceof Error ? error.message : String(error);
    const reply = error instanceof NotAccepted ? error.reply : REPLIES.notStored;
    return { ...refused(record, reply), replied };
  }
}

function refused(record: SessionRecord, reply: SmtpReply): MessageReply {
  record.refusals++;
  return { reply: new SmtpRefusal(reply), replied: () => undefined };
}
