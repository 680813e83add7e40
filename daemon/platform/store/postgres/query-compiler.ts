import { type InsertQueryNode, PostgresQueryCompiler } from 'kysely';

/** Tables with an integer key that the database gives. */
const NUMBERED = new Set([
  'audit_log',
  'blocked_arrivals',
  'blocked_sends',
  'events',
  'list_entries',
  'messages',
  'outbox',
  'webhook_attempts',
  'webhook_deliveries',
]);

/** Asks for the integer key of inserted rows. SQLite returns it anyway. */
export class ReturningKeysCompiler extends PostgresQueryCompiler {
  protected override visitInsertQuery(node: InsertQueryNode): void {
    super.visitInsertQuery(node);
    if (!node.returning && NUMBERED.has(node.into?.table.identifier.name ?? ''))
      this.append(' returning "seq"');
  }
}
