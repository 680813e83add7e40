/** Strikes of faults: SIGKILLs and other ends of nodes, stops of PostgreSQL, links by their state. */
const STRIKES = [
  'kills',
  'SIGSTOPs',
  'SIGTERMs',
  'drains',
  'stops',
  'cuts',
  'silent links',
  'deaf links',
  'mute links',
  'slow links',
] as const;
export type Strike = (typeof STRIKES)[number];

/** Strikes that a run can have as its goal, and the faults that make most of each in a minute. */
export const KIND_FOR = { kills: 'crash loop', stops: 'database', cuts: 'cut link' } as const;
export type Goal = keyof typeof KIND_FOR;
export const GOALS = Object.keys(KIND_FOR) as Goal[];
export type Goals = Readonly<Partial<Record<Goal, number>>>;

/** Counts what struck. */
export class Strikes {
  readonly #counts: Record<Strike, number>;

  constructor() {
    this.#counts = Object.fromEntries(STRIKES.map((strike) => [strike, 0])) as Record<Strike, number>;
  }

  get counts(): Readonly<Record<Strike, number>> {
    return this.#counts;
  }

  add(strike: Strike): void {
    this.#counts[strike] += 1;
  }

  /** Goals that aren't reached. */
  shortOf(goals: Goals): Goal[] {
    return GOALS.filter((goal) => this.#counts[goal] < (goals[goal] ?? 0));
  }

  /** The counts that aren't 0, as `12 kills, 3 stops`. */
  toString(): string {
    const struck = STRIKES.filter((strike) => this.#counts[strike] > 0);
    return struck.map((strike) => `${this.#counts[strike]} ${strike}`).join(', ');
  }
}
