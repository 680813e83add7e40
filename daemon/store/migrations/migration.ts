/** A migration. Its statements run in one transaction with all other pending ones. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly statements: readonly string[];
}
