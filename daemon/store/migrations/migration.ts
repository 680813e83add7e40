/** One numbered step of the schema; its statements run inside one transaction with all other open steps. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly statements: readonly string[];
}
