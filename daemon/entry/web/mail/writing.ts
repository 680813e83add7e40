import { createDraft, type Draft, sendDraft, updateDraft } from '../../../../shared/contract/drafts.ts';
import { forward } from '../../../../shared/contract/forwarding.ts';
import { reply, send } from '../../../../shared/contract/sending.ts';
import { addressLine, splitAddresses } from '../../../../shared/recipient-words.ts';
import { call } from '../api.ts';
import { randomKey } from '../random-key.ts';
import type { Composition } from './compose-state.ts';

/** Calls that keep and send what a person writes. */

export interface Written {
  readonly to: string;
  readonly cc: string;
  readonly subject: string;
  readonly body: string;
}

/** Which draft of the daemon has the words, and as of which revision. */
export type Saved = Pick<Draft, 'id' | 'revision'>;

/** The fields that a composition begins with. */
export function begun(composition: Composition): Written {
  const none = { to: '', cc: '', subject: '', body: '' };
  if (composition.kind !== 'draft') return none;
  const { draft } = composition;
  return {
    to: addressLine(draft, 'to'),
    cc: addressLine(draft, 'cc'),
    subject: draft.subject,
    body: draft.body.content ?? '',
  };
}

/** Fields that a person fills in; the others follow from the message that is answered. */
export function fieldsOf({ kind }: Composition): readonly (keyof Written)[] {
  if (kind === 'reply' || kind === 'reply to all') return ['body'];
  return kind === 'forward' ? ['to', 'cc', 'body'] : ['to', 'cc', 'subject', 'body'];
}

/** Whether a draft of it can be stored: it has whatever a message needs. */
export function isStorable(composition: Composition, { to, subject, body }: Written): boolean {
  if (composition.kind === 'forward' || body.trim() === '') return false;
  if (composition.kind === 'reply' || composition.kind === 'reply to all') return true;
  return to.trim() !== '' && subject.trim() !== '';
}

function addressed({ to, cc, subject, body }: Written) {
  return {
    to: splitAddresses(to),
    subject,
    body,
    ...(cc.trim() !== '' && { cc: splitAddresses(cc) }),
  };
}

interface Keeping {
  readonly composition: Composition;
  readonly written: Written;
  readonly saved: Saved | undefined;
  /** When it's sent; null for a draft without a time. */
  readonly sendAt?: string | null;
  /** Called when a draft has the words. */
  readonly kept?: (saved: Saved) => void;
}

/** Stores the words as a draft: a new one, or in the place of what was stored before. */
export async function keepDraft({ composition, written, saved, sendAt }: Keeping): Promise<Saved> {
  const isAnswer = composition.kind === 'reply' || composition.kind === 'reply to all';
  const fields = isAnswer ? { body: written.body } : addressed(written);
  const time = sendAt === undefined ? {} : { send_at: sendAt };
  if (saved) {
    const body = { ...fields, ...time, revision: saved.revision };
    return call(updateDraft, { params: { id: saved.id }, body });
  }
  const at = sendAt ? { send_at: sendAt } : {};
  if (isAnswer) {
    const place = { in_reply_to_message_id: composition.message.id };
    const all = composition.kind === 'reply to all' ? { all: true } : {};
    return call(createDraft, { body: { body: written.body, ...place, ...all, ...at } });
  }
  if (composition.kind !== 'new') throw new Error('a forwarded message has no draft');
  return call(createDraft, {
    body: { ...addressed(written), mailbox_id: composition.mailboxId, ...at },
  });
}

let lastKey = { of: '', key: '' };

/** One key for all attempts with the same words: a repeated one can't send twice. */
function keyOf(composition: Composition, written: Written): string {
  const of = JSON.stringify([composition, written]);
  if (lastKey.of !== of) lastKey = { of, key: randomKey() };
  return lastKey.key;
}

/** Sends the words; resolves with what became of them. */
export async function sendWritten({ composition, written, saved, kept: note }: Keeping): Promise<string> {
  const idempotencyKey = keyOf(composition, written);
  if (saved) {
    // The words that were shown are those that are sent.
    const kept = await keepDraft({ composition, written, saved });
    note?.(kept);
    const answer = await call(sendDraft, { params: { id: kept.id }, body: { revision: kept.revision } });
    return answer.status;
  }
  const { body } = written;
  switch (composition.kind) {
    case 'new': {
      const fields = { ...addressed(written), from_mailbox: composition.mailboxId };
      return (await call(send, { body: fields, idempotencyKey })).status;
    }
    case 'forward': {
      const own = body.trim() === '' ? {} : { body };
      const { to, cc } = addressed(written) as { to: string[]; cc?: string[] };
      const fields = { to, ...(cc && { cc }), ...own };
      const params = { id: composition.message.id };
      return (await call(forward, { params, body: fields, idempotencyKey })).status;
    }
    case 'draft':
      throw new Error('a draft is stored');
    default: {
      const fields = { body, ...(composition.kind === 'reply to all' && { all: true }) };
      const params = { id: composition.message.id };
      return (await call(reply, { params, body: fields, idempotencyKey })).status;
    }
  }
}
