/** Statements of a change that engines write differently. */
export interface PairedStatements {
  readonly sqlite: readonly string[];
  readonly postgres: readonly string[];
}

/**
 * A migration. Its statements run in one transaction with all other pending ones. PostgreSQL starts with a
 * baseline, and has the migrations after it in common with SQLite.
 */
export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly statements: readonly string[] | PairedStatements;
  /**
   * The oldest schema version whose programs can go on with a database that has this one. Without it, nodes
   * of earlier programs end.
   */
  readonly worksWith?: number;
}

/** The statements of a migration for an engine. */
export function statementsFor(engine: keyof PairedStatements, { statements }: Migration): readonly string[] {
  return 'sqlite' in statements ? statements[engine] : statements;
}
