import { type LimitNode, type OnNode, SqliteQueryCompiler, type WhereNode } from 'kysely';

/**
 * SQLite's compiler, with bound values of conditions and limits written as `(select ?)`. The bundled SQLite is built with
 * STAT4 and would prepare a statement anew whenever a value changes that its planner could have looked at,
 * which costs several times the query. A subquery hides the value from the planner, and plans stay as they are.
 */
export class StablePlanCompiler extends SqliteQueryCompiler {
  /** How many parts that the planner looks at are being written, one in the other. */
  #planned = 0;

  protected override visitWhere(node: WhereNode): void {
    this.#hideValues(() => super.visitWhere(node));
  }

  protected override visitOn(node: OnNode): void {
    this.#hideValues(() => super.visitOn(node));
  }

  protected override visitLimit(node: LimitNode): void {
    this.#hideValues(() => super.visitLimit(node));
  }

  #hideValues(write: () => void): void {
    this.#planned++;
    write();
    this.#planned--;
  }

  protected override getCurrentParameterPlaceholder(): string {
    const placeholder = super.getCurrentParameterPlaceholder();
    return this.#planned > 0 ? `(select ${placeholder})` : placeholder;
  }
}
