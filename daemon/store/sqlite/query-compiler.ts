import { SqliteQueryCompiler, type WhereNode } from 'kysely';

/**
 * SQLite's compiler, with bound values of conditions written as `(select ?)`. The bundled SQLite is built with
 * STAT4 and would prepare a statement anew whenever a value changes that its planner could have looked at,
 * which costs several times the query. A subquery hides the value from the planner, and plans stay as they are.
 */
export class StablePlanCompiler extends SqliteQueryCompiler {
  #conditions = 0;

  protected override visitWhere(node: WhereNode): void {
    this.#conditions++;
    super.visitWhere(node);
    this.#conditions--;
  }

  protected override getCurrentParameterPlaceholder(): string {
    const placeholder = super.getCurrentParameterPlaceholder();
    return this.#conditions > 0 ? `(select ${placeholder})` : placeholder;
  }
}
