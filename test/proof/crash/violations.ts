import type { StoredRecipient } from '../../../daemon/platform/store/schema.ts';
import type { MessageState } from '../../../shared/contract/messages.ts';
import type { Ledger, Letter } from '../world/ledger.ts';
import type { Records } from '../world/records.ts';

/** Whether the database of an idle daemon, the wire and what its clients were told go together. */

export interface Outside {
  readonly ledger: Ledger;
  /** Final dots that the provider took a recipient's mail with. */
  readonly taken: ReadonlyMap<string, number>;
  /** Recipients whose mail named somebody in Bcc. */
  readonly leaked: readonly string[];
  /** Ids of the envelopes that told an event of a message, by `event message-id`. */
  readonly told: ReadonlyMap<string, ReadonlySet<string>>;
  /** Whether all work that could fall due has been done. */
  readonly isFinal: boolean;
}

interface Row {
  readonly id: string;
  readonly direction: 'inbound' | 'outbound';
  readonly state: MessageState;
  readonly deleted_from: MessageState | null;
  readonly recipient: string;
  readonly recipients: string | readonly StoredRecipient[] | null;
  readonly charged_units: number;
  readonly subject: string;
  readonly hold_context: string | null;
  readonly refunded_at: number | null;
  readonly charged_on: string | null;
  readonly raw_blob_id: string | null;
  readonly scan: string | null;
}

/** Sentences that say what is wrong; empty when all is right. */
export async function problemsOf(records: Records, outside: Outside): Promise<string[]> {
  const rows = await records.all<Row>('select * from messages');
  return new Inspection(records, rows, outside).problems();
}

/** Raw rows of SQLite have the text of JSON. */
function listOf({ recipients }: Row): readonly StoredRecipient[] {
  return typeof recipients === 'string' ? JSON.parse(recipients) : (recipients ?? []);
}

const UNDER_WAY: readonly MessageState[] = ['received', 'scanning', 'dispatching'];
const SENT: readonly MessageState[] = ['delivered', 'bounced'];

class Inspection {
  readonly #records: Records;
  readonly #rows: readonly Row[];
  readonly #outside: Outside;

  constructor(records: Records, rows: readonly Row[], outside: Outside) {
    this.#records = records;
    this.#rows = rows;
    this.#outside = outside;
  }

  async problems(): Promise<string[]> {
    return [
      ...this.#stuck(),
      ...(await this.#workers()),
      ...this.#outside.ledger.letters.flatMap((letter) =>
        letter.others.length > 0 ? this.#toSeveral(letter) : this.#letter(letter),
      ),
      ...this.#outside.leaked.map((recipient) => `the mail to ${recipient} names somebody in Bcc`),
      ...this.#arrivals(),
      ...(await this.#charges()),
      ...(await this.#imports()),
      ...(await this.#blobs()),
      ...(await this.#jobs()),
      ...(await this.#deliveries()),
    ];
  }

  /** Nothing is in progress, so no row names a worker. */
  async #workers(): Promise<string[]> {
    const problems: string[] = [];
    for (const table of ['messages', 'attachments', 'staged_attachments']) {
      const rows = await this.#records.all(`select 1 from ${table} where worker is not null`);
      problems.push(...rows.map(() => `a row of ${table} names a worker at rest`));
    }
    return problems;
  }

  #stuck(): string[] {
    return this.#rows
      .filter(({ state }) => UNDER_WAY.includes(state))
      .map(({ id, state }) => `message ${id} rests in ${state}`);
  }

  #letter(letter: Letter): string[] {
    const { key, recipient, ids, plan } = letter;
    const rows = this.#rows.filter((row) => row.direction === 'outbound' && row.recipient === recipient);
    const [row] = rows;
    const problems: string[] = [];
    const say = (text: string) =>
      problems.push(`${key} to ${recipient}${row ? ` (${row.id}, ${row.state})` : ''}: ${text}`);
    if (rows.length > 1) say(`there are ${rows.length} messages of one key`);
    if (ids.size > 1) say(`was named ${[...ids].join(' and ')}`);
    for (const id of ids) if (id !== row?.id) say(`message ${id} was named and is not there`);
    const times =
      plan === null
        ? this.#rows.filter((other) => other.direction === 'inbound' && other.recipient === recipient).length
        : (this.#outside.taken.get(recipient) ?? 0);
    if (times > 1) say(`went out ${times} times`);
    if (!row) {
      if (times > 0) say('went out without a message');
      return problems;
    }
    if (SENT.includes(row.state) && times !== 1) say('is delivered and was not taken');
    if (times === 1 && !SENT.includes(row.state) && row.state !== 'available') say('was taken');
    if (letter.decided === 'deny' && row.state !== 'blocked') say('its denial was acknowledged');
    if (letter.decided === 'approve' && row.state === 'pending_review') say('its approval was acknowledged');
    if ((row.refunded_at !== null) !== (row.state === 'blocked'))
      say('its charge does not go with its state');
    problems.push(...this.#told(row, 'message.delivered', SENT.includes(row.state)));
    return problems;
  }

  /** Each recipient got at most one mail, and their status says whether they did. */
  #toSeveral({ key, recipient, others, ids }: Letter): string[] {
    const rows = this.#rows.filter((row) => row.direction === 'outbound' && row.recipient === recipient);
    const [row] = rows;
    const problems: string[] = [];
    const say = (text: string) =>
      problems.push(`${key} to several${row ? ` (${row.id}, ${row.state})` : ''}: ${text}`);
    if (rows.length > 1) say(`there are ${rows.length} messages of one key`);
    for (const id of ids) if (id !== row?.id) say(`message ${id} was named and is not there`);
    const list = row ? listOf(row) : [];
    for (const address of [recipient, ...others]) {
      const times = this.#outside.taken.get(address) ?? 0;
      const status = list.find((each) => each.address === address)?.status;
      if (times > 1) say(`went to ${address} ${times} times`);
      if (times === 0 && (status === 'delivered' || status === 'bounced'))
        say(`${address} is ${status} without mail`);
      if (times === 1 && status !== 'delivered' && status !== 'bounced' && status !== 'unknown') {
        say(`${address} has mail and is ${status ?? 'not there'}`);
      }
      if (status === 'sending' || (this.#outside.isFinal && status === 'pending'))
        say(`${address} rests in ${status}`);
    }
    if (!row) return problems;
    const charged = list.filter(({ status }) => status !== 'rejected' && status !== 'suppressed').length;
    if (row.state !== 'blocked' && row.charged_units !== charged)
      say(`is charged for ${row.charged_units}, not ${charged}`);
    return problems;
  }

  /** An event is told under one id, and told at all where it happened. */
  #told(row: Row, event: string, happened: boolean): string[] {
    const ids = this.#outside.told.get(`${event} ${row.id}`)?.size ?? 0;
    if (ids > 1) return [`${event} of ${row.id} was told under ${ids} ids`];
    if (ids === 1 && !happened) return [`${event} of ${row.id} was told, but it is ${row.state}`];
    if (ids === 0 && happened && this.#outside.isFinal) return [`${event} of ${row.id} was never told`];
    return [];
  }

  #arrivals(): string[] {
    const { arrivals, handedIn } = this.#outside.ledger;
    const byId = new Map(this.#rows.map((row) => [row.id, row]));
    const problems: string[] = [];
    for (const { id, subject, deleted } of arrivals) {
      const row = byId.get(id);
      if (!row) problems.push(`${subject} was answered with 250 as ${id} and is not there`);
      else if (row.state === 'deleted' && deleted === 'no') problems.push(`${subject} was never deleted`);
      else if (row.state !== 'deleted' && deleted === 'heard') problems.push(`${subject} came back`);
      else if (row.state !== 'deleted') {
        if (row.subject !== subject) problems.push(`${subject} became ${row.subject}`);
        if (row.scan === null) problems.push(`${subject} was never scanned`);
        problems.push(...this.#told(row, 'message.received', row.state === 'available'));
      }
    }
    const seen = new Map<string, number>();
    for (const row of this.#rows) {
      if (row.direction === 'outbound' || !handedIn.has(row.subject)) continue;
      seen.set(row.subject, (seen.get(row.subject) ?? 0) + 1);
    }
    for (const [subject, times] of seen) if (times > 1) problems.push(`${subject} is there ${times} times`);
    return problems;
  }

  /** In one statement, since the daemon may send meanwhile. */
  async #charges(): Promise<string[]> {
    const [sums] = await this.#records.all<{ charged: number | null; expected: number | null }>(
      `select (select sum(count) from send_budget) as charged,
        (select sum(charged_units) from messages
          where direction = 'outbound' and state not in ('draft', 'blocked')) as expected`,
    );
    const { charged, expected } = { charged: Number(sums?.charged), expected: Number(sums?.expected) };
    return charged === expected ? [] : [`${charged} sends are charged, ${expected} messages have to be`];
  }

  async #imports(): Promise<string[]> {
    const entries = await this.#records.all<{ pattern: string }>('select pattern from list_entries');
    const listed = new Set(entries.map(({ pattern }) => pattern));
    return this.#outside.ledger.imports.flatMap(({ emails, acknowledged }) => {
      const there = emails.filter((email) => listed.has(email)).length;
      if (there === emails.length || (there === 0 && !acknowledged)) return [];
      return [`${there} of ${emails.length} addresses of one import (${emails[0]}, …) are listed`];
    });
  }

  /** Every blob has its bytes, every reference its blob, and no bytes are left over in the end. */
  async #blobs(): Promise<string[]> {
    const blobs = await this.#records.blobs();
    const known = new Set(blobs.map(({ id }) => id));
    const problems = blobs
      .filter(({ size, bytes }) => bytes !== size)
      .map(({ id, size, bytes }) => `blob ${id} has ${bytes} bytes instead of ${size}`);
    for (const { id, raw_blob_id: blob } of this.#rows) {
      if (blob !== null && !known.has(blob)) problems.push(`the bytes of message ${id} are gone`);
    }
    const mayBeLeft = this.#records.keepsLeftovers && !this.#outside.isFinal;
    const leftovers = mayBeLeft ? [] : await this.#records.leftovers();
    return [...problems, ...leftovers.map((name) => `the bytes ${name} belong to no blob`)];
  }

  /** Pending work has a job that continues it. */
  async #jobs(): Promise<string[]> {
    const jobs = await this.#records.all<{ kind: string; payload: string | object }>(
      'select kind, payload from jobs',
    );
    const planned = new Set(
      jobs.map(({ kind, payload }) => {
        const named = typeof payload === 'string' ? JSON.parse(payload) : payload;
        return `${kind} ${named.message_id ?? named.draft_id}`;
      }),
    );
    const deferred = this.#rows.filter(
      (row) => row.direction === 'outbound' && row.state === 'quarantined' && row.hold_context === null,
    );
    const scheduled = await this.#records.all<{ id: string }>(
      `select id from messages join drafts on drafts.message_id = messages.id
       where state = 'draft' and send_at is not null`,
    );
    return [
      ...deferred
        .filter(({ id }) => !planned.has(`dispatch.retry ${id}`))
        .map(({ id }) => `nobody tries the deferred message ${id} again`),
      ...scheduled
        .filter(({ id }) => !planned.has(`draft.dispatch ${id}`))
        .map(({ id }) => `nobody sends the scheduled draft ${id}`),
      ...(this.#outside.isFinal && deferred.length > 0 ? ['messages are deferred after a week'] : []),
    ];
  }

  async #deliveries(): Promise<string[]> {
    if (!this.#outside.isFinal) return [];
    const open = await this.#records.all<{ id: string; status: string }>(
      `select id, status from webhook_deliveries where status <> 'delivered'`,
    );
    return open.map(({ id, status }) => `the webhook delivery ${id} is ${status} in the end`);
  }
}
