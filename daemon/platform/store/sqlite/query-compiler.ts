import {
  ColumnNode,
  type ColumnUpdateNode,
  type InsertQueryNode,
  type LimitNode,
  type OnNode,
  type OperationNode,
  PrimitiveValueListNode,
  SqliteQueryCompiler,
  TableNode,
  type UpdateQueryNode,
  type ValuesItemNode,
  type ValuesNode,
  type WhereNode,
} from 'kysely';
import { codecOf } from './codecs.ts';
import { PACKED } from './packed-text.ts';

/**
 * Bound values of conditions and limits become `(select ?)`. The bundled SQLite has STAT4 and prepares a
 * statement again when a value changes that its planner could have used, at several times the cost of the
 * query. A subquery hides the value, so plans stay stable.
 *
 * Values that are written to packed columns become `packed(…)`.
 */
export class StoreCompiler extends SqliteQueryCompiler {
  /** Nesting depth of the parts that the planner uses. */
  #planned = 0;
  /** Table that the statement writes. */
  #written: string | null = null;
  /** Columns of inserted rows. */
  #inserted: readonly ColumnNode[] = [];

  protected override visitInsertQuery(node: InsertQueryNode): void {
    this.#written = tableOf(node.into);
    this.#inserted = node.columns ?? [];
    super.visitInsertQuery(node);
  }

  protected override visitUpdateQuery(node: UpdateQueryNode): void {
    this.#written = tableOf(node.table);
    super.visitUpdateQuery(node);
  }

  protected override visitValues({ values }: ValuesNode): void {
    this.append('values ');
    values.forEach((row, index) => {
      this.append(index === 0 ? '(' : ', (');
      this.#writeRow(row);
      this.append(')');
    });
  }

  #writeRow(row: ValuesItemNode): void {
    row.values.forEach((_, index) => {
      if (index > 0) this.append(', ');
      this.#writeValue(this.#inserted[index], () => {
        if (PrimitiveValueListNode.is(row)) this.appendValue(row.values[index]);
        else this.visitNode(row.values[index] as OperationNode);
      });
    });
  }

  protected override visitColumnUpdate({ column, value }: ColumnUpdateNode): void {
    this.visitNode(column);
    this.append(' = ');
    this.#writeValue(column, () => this.visitNode(value));
  }

  #writeValue(column: OperationNode | undefined, write: () => void): void {
    const isPacked =
      column && ColumnNode.is(column) && codecOf(this.#written, column.column.name) === 'packed';
    if (isPacked) this.append(`${PACKED}(`);
    write();
    if (isPacked) this.append(')');
  }

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

function tableOf(node: OperationNode | undefined): string | null {
  return node && TableNode.is(node) ? node.table.identifier.name : null;
}
