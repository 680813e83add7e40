import { type RawBuilder, sql } from 'kysely';
import type { Principal } from '../../access/principal.ts';
import { type AskedAccess, NOT_HELD_BACK } from '../../rules/mailboxes/withheld.ts';

/** Messages that filters and searches may look at: a match reveals what it found. */
interface ReadableMessages {
  /** Messages of which the reader gets the text. */
  readonly text: RawBuilder<boolean>;
  /** Those of which it gets names, and people of the header. */
  readonly names: RawBuilder<boolean>;
}

/** Conditions on messages joined with their mailboxes. */
export function readableTo({ role }: Pick<Principal, 'role'>, asked: AskedAccess): ReadableMessages {
  const text = textCondition(role, asked);
  return { text, names: sql<boolean>`(mailboxes.pii_mode = 'passthrough' and ${text})` };
}

function textCondition(role: Principal['role'], asked: AskedAccess): RawBuilder<boolean> {
  if (asked === 'metadata') return NOT_HELD_BACK;
  if (role !== 'agent') return sql<boolean>`true`;
  return sql<boolean>`(mailboxes.agent_quarantine_access != 'metadata' or ${NOT_HELD_BACK})`;
}
