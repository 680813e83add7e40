import { type FSWatcher, watch } from 'node:fs';
import type { Seeded } from '../../mail/review/seeded.ts';
import type { Stage } from '../world/provider.ts';
import type { Engine } from './engine.ts';

/** When something is killed: at the n-th of something that is seen from outside, or after a time. */
export type Moment =
  | { readonly at: 'time'; readonly milliseconds: number }
  | { readonly at: 'write' | 'blob' | 'accepted' | 'reply' | 'webhook' | 'answered'; readonly count: number }
  | { readonly at: 'provider'; readonly stage: Stage; readonly count: number };

const STAGES: readonly Stage[] = ['connect', 'mail', 'rcpt', 'data', 'body', 'dot', 'taken'];

export function chooseMoment(random: Seeded): Moment {
  const dice = random.below(100);
  if (dice < 20) return { at: 'time', milliseconds: random.below(700) };
  if (dice < 45) return { at: 'write', count: 1 + random.below(60) };
  if (dice < 50) return { at: 'blob', count: 1 + random.below(4) };
  if (dice < 58) return { at: 'accepted', count: 1 + random.below(5) };
  if (dice < 66) return { at: 'reply', count: 1 + random.below(20) };
  if (dice < 72) return { at: 'webhook', count: 1 + random.below(12) };
  if (dice < 78) return { at: 'answered', count: 1 + random.below(12) };
  return { at: 'provider', stage: random.pick(STAGES), count: 1 + random.below(8) };
}

/** The programs that are killed. A killed server is started again after a while. */
export type Victim = 'daemon' | 'server' | 'both';

export function chooseVictim(random: Seeded): Victim {
  const dice = random.below(100);
  if (dice < 20) return 'daemon';
  return dice < 80 ? 'server' : 'both';
}

/** Counts what happens and calls back once when the moment has come. */
export class Trigger {
  readonly #moment: Moment;
  readonly #fire: () => void;
  readonly #watchers: FSWatcher[] = [];
  readonly #timer: NodeJS.Timeout | undefined;
  #left: number;

  constructor(moment: Moment, { log, largeMail }: Engine, fire: () => void) {
    this.#moment = moment;
    this.#fire = fire;
    this.#left = moment.at === 'time' ? 1 : moment.count;
    if (moment.at === 'time') this.#timer = setTimeout(() => this.#count(), moment.milliseconds);
    if (moment.at === 'write') this.#watchers.push(watch(log, () => this.#count()));
    if (moment.at === 'blob') this.#watchers.push(watch(largeMail, () => this.#count()));
  }

  happened(at: 'accepted' | 'reply' | 'webhook' | 'answered'): void {
    if (this.#moment.at === at) this.#count();
  }

  reached(stage: Stage): void {
    if (this.#moment.at === 'provider' && this.#moment.stage === stage) this.#count();
  }

  /** Calls back now if the moment hasn't come, and counts no more. */
  end(): void {
    clearTimeout(this.#timer);
    for (const watcher of this.#watchers) watcher.close();
    if (this.#left > 0) this.#fire();
    this.#left = 0;
  }

  #count(): void {
    if (this.#left === 0) return;
    this.#left -= 1;
    if (this.#left === 0) this.#fire();
  }
}
