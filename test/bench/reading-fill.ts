import { preview } from '../../daemon/content/stored-text/text.ts';
import type { Context } from '../../daemon/context.ts';
import { addUsedBytes, insertMessage } from '../../daemon/mail/messages/insert.ts';
import type { HeaderAddresses } from '../../daemon/platform/system/header-addresses.ts';
import type { Scan } from '../../shared/contract/scan.ts';

/** Fills a mailbox with made-up mail through the store's own code, in large transactions. */

/** Text of a message of 2 KB, bytes. */
export const MESSAGE_BYTES = 1800;
/** In one of so many messages. */
export const RARE_EVERY = 50_000;
export const RARE = 'quokkasaurus';
/** In every third message; of its parts, `ing` is nearly everywhere. */
export const COMMON = 'meeting notes';
/** In every message of the other mailbox, and in none of the first. */
export const ELSEWHERE = 'xylophone rental';
/** Messages of a conversation. */
const THREAD_LENGTH = 4;
/** Conversations that go on at a time. */
const OPEN_THREADS = 100;
/** Messages in the first mailbox for one in the other. */
const OTHER_EVERY = 5;
const BATCH = 1000;

/** A generator of the same numbers in every run (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const SYLLABLES =
  'an ber ca der el fin gra ho in jo ken lo ma ning or pa qui re son ta un ver wo xi yo zen ing tion the ly ment est'.split(
    ' ',
  );
const OFTEN =
  'the of and to a in for is on that by this with you it not or be are from at as your all have new'.split(
    ' ',
  );
const VOCABULARY = 20_000;

/** The words of a mailbox with so many messages, the most frequent first. */
export function wordsOf(count: number): string[] {
  return vocabulary(numbers(count));
}

function vocabulary(random: () => number): string[] {
  const words = [...OFTEN];
  while (words.length < VOCABULARY) {
    const syllables = 1 + Math.floor(random() * 4);
    words.push(
      Array.from({ length: syllables }, () => SYLLABLES[Math.floor(random() * SYLLABLES.length)]).join(''),
    );
  }
  return words;
}

/** Words as often as in a language: the n-th word comes up in proportion to 1/n. */
function drawWords(random: () => number): () => string {
  const words = vocabulary(random);
  return () => words[Math.floor(VOCABULARY ** random()) - 1] ?? '';
}

function textOf(word: () => string, marks: readonly string[]): string {
  let text = marks.map((mark) => `${mark}. `).join('');
  for (let count = 1; text.length < MESSAGE_BYTES; count++) text += word() + (count % 12 === 0 ? '.\n' : ' ');
  return text.slice(0, MESSAGE_BYTES);
}

export interface FilledMailbox {
  readonly accountId: string;
  readonly mailboxId: string;
  readonly otherId: string;
}

/** Puts `count` messages into the first mailbox, and some into the other one in between. */
export async function fillMailbox(context: Context, place: FilledMailbox, count: number): Promise<void> {
  const random = numbers(count);
  const word = drawWords(random);
  const threads: string[] = [];
  for (let first = 0; first < count; first += BATCH) {
    await context.store.write('none', async (transaction) => {
      const add = async (mailboxId: string, marks: readonly string[], read: boolean) => {
        const id = context.random.id(transaction.now);
        const messageId = `<${id}@sender.example>`;
        const joined = threads.length === OPEN_THREADS && random() > 1 / THREAD_LENGTH;
        const thread = (joined && threads[Math.floor(random() * threads.length)]) || messageId;
        if (!joined) threads.push(messageId);
        if (threads.length > OPEN_THREADS) threads.shift();
        const text = textOf(word, marks);
        const subject = `${word()} ${word()} ${word()}`;
        const { seq } = await insertMessage(transaction, {
          id,
          account_id: place.accountId,
          mailbox_id: mailboxId,
          direction: 'inbound',
          state: 'available',
          sender: `${word()}@sender.example`,
          from_address: null,
          recipient: 'helper@agentmail.localhost',
          envelope_sender: null,
          header_addresses: headerOf(word),
          subject,
          body_preview: preview(text),
          rfc_message_id: messageId,
          in_reply_to: null,
          reference_ids: [],
          thread_id: thread,
          subaddress_instance_id: null,
          read_at: read ? transaction.now : null,
          raw_blob_id: null,
          size_bytes: MESSAGE_BYTES,
          scan: SCAN,
          hold_context: null,
          sender_authentication: null,
          actor_type: null,
          actor_id: null,
          charged_on: null,
          refunded_at: null,
        });
        await transaction.db
          .insertInto('message_bodies')
          .values({ message_id: id, account_id: place.accountId, text, html: null, pii_spans: [] })
          .execute();
        await transaction.index({ seq, mailbox_id: mailboxId, subject }, { text, pii_spans: [] });
      };
      for (let index = first; index < Math.min(first + BATCH, count); index++) {
        const rare = index % RARE_EVERY === Math.floor(RARE_EVERY / 2) || (count < RARE_EVERY && index === 1);
        const marks = [...(rare ? [RARE] : []), ...(index % 3 === 0 ? [COMMON] : [])];
        // The newest hundredth is unread.
        const read = index < count * 0.99;
        await add(place.mailboxId, marks, read);
        if (index % OTHER_EVERY === 0) await add(place.otherId, [ELSEWHERE], read);
      }
      await addUsedBytes(transaction, place.accountId, BATCH * MESSAGE_BYTES);
    });
  }
}

/** People as the header of mail names them. */
function headerOf(word: () => string): HeaderAddresses {
  const to = [{ address: 'helper@agentmail.localhost', name: 'Helper' }];
  return { from_name: `${word()} ${word()}`, to };
}

export function messagesIn(count: number): number {
  return count + Math.ceil(count / OTHER_EVERY);
}

const SCAN: Scan = { verdict: 'clean', categories: [], findings: [] };
