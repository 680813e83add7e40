/** The database of a home without a daemon, which can be opened. */
export interface InspectedDatabase {
  /** Damage, in words of the engine; empty when none was found. */
  readonly damage: readonly string[];
  /** Values of stored settings, some of them sealed. */
  readonly settings: readonly string[];
  readonly hasAccounts: boolean;
}
