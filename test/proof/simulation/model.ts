import { DAY, HOUR, MINUTE } from '../../../daemon/platform/system/clock.ts';
import type { MessageState } from '../../../shared/contract/messages.ts';
import { deferralsOf, PLANS, type Plan } from '../world/provider.ts';

/**
 * A model of messages, budgets and lists, written without the daemon's code. Steps happen one after the
 * other, each at its own time.
 */

export interface Letter {
  readonly number: number;
  readonly recipient: string;
  readonly mailbox: 'open' | 'listed';
  readonly byAgent: boolean;
  readonly key: string | null;
  id: string | null;
  state: MessageState;
  /** A deferral, not a hold. */
  deferred: boolean;
  /** Tries of the daemon after deferrals. */
  tries: number;
  chargedOn: string | null;
  /** When it was delivered, or blocked and given back. */
  deliveredAt: number | null;
  refundedAt: number | null;
  sendAt: number | null;
  sendAttempts: number;
}

export interface Arrival {
  readonly subject: string;
  id: string | null;
  state: MessageState;
}

/** Status of a send, or code of a refusal. */
export type Answer = string;

interface Due {
  readonly at: number;
  readonly run: () => void;
}

const FIRST_WAITS = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR];
const LATER_TRIES = 6;
const DRAFT_WAITS = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR];

export const DAILY_LIMIT = 12;

export class Model {
  now: number;
  reviews = false;
  readonly letters: Letter[] = [];
  readonly arrivals: Arrival[] = [];
  readonly suppressed = new Set<string>();
  readonly allowed = new Set<string>(['always@there.example']);
  readonly blockedSenders = new Set<string>();
  /** Charges less refunds, by UTC day. */
  readonly budget = new Map<string, number>();
  /** How often the provider took mail for a recipient. */
  readonly taken = new Map<string, number>();
  /** Events by type and subject of the message. */
  readonly events = new Map<string, number>();
  readonly #tries = new Map<string, number>();
  readonly #keys = new Map<string, Letter>();
  #due: Due[] = [];

  constructor(now: number) {
    this.now = now;
  }

  today(): string {
    return new Date(this.now).toISOString().slice(0, 10);
  }

  chargedToday(): number {
    return this.budget.get(this.today()) ?? 0;
  }

  send(letter: Letter): Answer {
    const bound = letter.key === null ? undefined : this.#keys.get(letter.key);
    if (bound) return answerOf(bound, true);
    const refusal = this.#gates(letter);
    if (refusal !== null) return refusal;
    this.letters.push(letter);
    if (letter.key !== null) this.#keys.set(letter.key, letter);
    this.#depart(letter);
    return answerOf(letter, false);
  }

  /** Stores a draft that goes at its time. */
  schedule(letter: Letter, sendAt: number): void {
    letter.state = 'draft';
    letter.sendAt = sendAt;
    this.letters.push(letter);
    this.#plan(sendAt, () => this.#dueDraft(letter, sendAt));
  }

  approve(letter: Letter): Answer {
    if (letter.state !== 'pending_review') return 'CONFLICT';
    if (this.suppressed.has(letter.recipient)) return 'FORBIDDEN';
    const outcome = this.#provide(letter.recipient);
    if (outcome === 'deferred') return 'DISPATCH_DEFERRED';
    this.#conclude(letter, outcome, true);
    if (outcome === 'unknown') return 'DISPATCH_INDETERMINATE';
    this.#happened('message.review_resolved', letter);
    return outcome === 'accepted' ? 'sent' : 'blocked';
  }

  deny(letter: Letter): Answer {
    if (letter.state !== 'pending_review') return 'CONFLICT';
    this.#block(letter);
    this.#happened('message.review_resolved', letter);
    return 'denied';
  }

  receive(arrival: Arrival, sender: string, hostile: boolean): void {
    arrival.state = this.blockedSenders.has(sender)
      ? 'firewall_blocked'
      : hostile
        ? 'quarantined'
        : 'available';
    this.arrivals.push(arrival);
    if (arrival.state === 'available') this.#count(`message.received ${arrival.subject}`);
    if (arrival.state === 'quarantined') this.#count(`message.quarantined ${arrival.subject}`);
  }

  /** Lets time pass; what becomes due happens at its time. */
  advance(milliseconds: number): void {
    const until = this.now + milliseconds;
    for (;;) {
      const [next] = this.#due.filter(({ at }) => at <= until).sort((one, other) => one.at - other.at);
      if (!next) break;
      this.#due = this.#due.filter((due) => due !== next);
      this.now = Math.max(this.now, next.at);
      next.run();
    }
    this.now = until;
  }

  /** The first refusal in the order of the gates, or null. */
  #gates(letter: Letter): string | null {
    if (this.suppressed.has(letter.recipient)) return 'RECIPIENT_SUPPRESSED';
    if (letter.mailbox === 'listed' && !this.allowed.has(letter.recipient))
      return 'RECIPIENT_NOT_ON_ALLOWLIST';
    if (this.chargedToday() >= DAILY_LIMIT) return 'RATE_LIMITED';
    return null;
  }

  #depart(letter: Letter): void {
    letter.chargedOn = this.today();
    this.budget.set(letter.chargedOn, this.chargedToday() + 1);
    if (this.reviews && letter.byAgent) {
      letter.state = 'pending_review';
      this.#happened('message.pending_review', letter);
      return;
    }
    this.#conclude(letter, this.#provide(letter.recipient), false);
  }

  #conclude(letter: Letter, outcome: ReturnType<Model['provided']>, decided: boolean): void {
    letter.deferred = false;
    if (outcome === 'accepted') {
      letter.state = 'delivered';
      letter.deliveredAt = this.now;
      this.#happened('message.delivered', letter);
    } else if (outcome === 'unknown') letter.state = 'available';
    else if (outcome === 'deferred') this.#defer(letter);
    else {
      if (outcome === 'no_such_recipient') this.suppressed.add(letter.recipient);
      this.#block(letter);
      this.#happened(
        'message.dispatch_failed',
        letter,
        decided || letter.sendAt !== null || letter.tries > 0,
      );
    }
  }

  #defer(letter: Letter): void {
    const tries = letter.tries;
    const later = tries < FIRST_WAITS.length + LATER_TRIES ? 4 * HOUR : null;
    const wait = FIRST_WAITS[tries] ?? later;
    if (wait === null) {
      this.#block(letter);
      this.#happened('message.dispatch_failed', letter);
      return;
    }
    letter.state = 'quarantined';
    letter.deferred = true;
    this.#plan(this.now + wait, () => {
      letter.tries += 1;
      this.#conclude(letter, this.#provide(letter.recipient), false);
    });
  }

  #block(letter: Letter): void {
    letter.state = 'blocked';
    letter.refundedAt = this.now;
    const day = letter.chargedOn;
    if (day !== null) this.budget.set(day, (this.budget.get(day) ?? 0) - 1);
  }

  #dueDraft(letter: Letter, sendAt: number): void {
    if (letter.state !== 'draft' || letter.sendAt !== sendAt) return;
    const refusal = this.#gates(letter);
    if (refusal === null) {
      this.#depart(letter);
      return;
    }
    letter.sendAttempts += 1;
    const wait = DRAFT_WAITS[letter.sendAttempts - 1];
    if (refusal !== 'RATE_LIMITED' || wait === undefined) {
      letter.sendAt = null;
      this.#happened('message.dispatch_failed', letter);
      return;
    }
    const again = Math.floor(this.now / DAY) * DAY + DAY;
    letter.sendAt = again;
    this.#plan(again, () => this.#dueDraft(letter, again));
  }

  #provide(recipient: string): ReturnType<Model['provided']> {
    const tries = (this.#tries.get(recipient) ?? 0) + 1;
    this.#tries.set(recipient, tries);
    const outcome = this.provided(recipient, tries);
    if (outcome === 'accepted' || outcome === 'unknown') {
      this.taken.set(recipient, (this.taken.get(recipient) ?? 0) + 1);
    }
    return outcome;
  }

  /** Applies the provider's answer to an attempt. */
  provided(
    recipient: string,
    tries: number,
  ): 'accepted' | 'refused' | 'no_such_recipient' | 'deferred' | 'unknown' {
    switch (planOf(recipient)) {
      case 'refuse_rcpt':
        return 'no_such_recipient';
      case 'refuse_data':
        return 'refused';
      case 'defer_rcpt':
      case 'defer_data':
        return tries > deferralsOf(recipient) ? 'accepted' : 'deferred';
      case 'break_dot':
        return 'unknown';
      default:
        return 'accepted';
    }
  }

  #plan(at: number, run: () => void): void {
    this.#due.push({ at, run });
  }

  #happened(event: string, letter: Letter, really = true): void {
    if (really) this.#count(`${event} Letter ${letter.number}`);
  }

  #count(event: string): void {
    this.events.set(event, (this.events.get(event) ?? 0) + 1);
  }
}

export function planOf(recipient: string): Plan {
  return PLANS.find((plan) => recipient.startsWith(`${plan}-`)) ?? 'accept';
}

/** Expected answer to a send, or to its repetition with the same key. */
function answerOf(letter: Letter, again: boolean): Answer {
  switch (letter.state) {
    case 'delivered':
      return 'sent';
    case 'available':
      return again ? 'IDEMPOTENT_REQUEST_NOT_PROVEN_SENT' : 'DISPATCH_INDETERMINATE';
    default:
      return letter.state;
  }
}
