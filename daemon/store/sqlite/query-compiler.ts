import { type LimitNode, type OnNode, SqliteQueryCompiler, type WhereNode } from 'kysely';

/**
 * Writes bound values of conditions and limits as `(select ?)`. The bundled SQLite has STAT4 and prepares a
 * statement again when a value changes that its planner could have used, at several times the cost of the
 * query. A subquery hides the value, so plans stay stable.
 */
export class StablePlanCompiler extends SqliteQueryCompiler {
  /** Nesting depth of the parts that the planner uses. */
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

  /** `sql.lit` of a boolean, which SQLite stores as 0 or 1: an index knows it in this form only. */
  protected override appendImmediateValue(value: unknown): void {
    super.appendImmediateValue(typeof value === 'boolean' ? Number(value) : value);
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
