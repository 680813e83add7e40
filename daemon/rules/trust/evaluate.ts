import type { Selectable } from 'kysely';
import type { z } from 'zod';
import type { agentSafetyContext } from '../../../shared/contract/messages.ts';
import type { Principal } from '../../access/principal.ts';
import type { MessagesTable, SenderAuthentication } from '../../platform/store/schema.ts';
import type { Queries } from '../../platform/store/store.ts';
import type { RulesContext } from '../context.ts';
import { senderAddress } from './address.ts';
import { isProven } from './participants.ts';

export type InstructionTrust = NonNullable<z.output<typeof agentSafetyContext>['instruction_trust']>;
/** Messages whose instructions the reader may follow, by id. */
export type TrustedMessages = ReadonlyMap<string, InstructionTrust>;

const NONE: TrustedMessages = new Map();

/** The columns of a message that decide about its instructions. */
type JudgedMessage = Pick<
  Selectable<MessagesTable>,
  'id' | 'mailbox_id' | 'direction' | 'state' | 'sender' | 'sender_authentication' | 'scan'
> & { readonly mailbox_trust: 'enabled' | 'disabled' };

/**
 * The messages whose instructions this reader may follow: reader and mailbox have the capability, the sender
 * is trusted and verified, and the scan is clean. An error means none.
 */
export async function trustedMessages(
  context: Pick<RulesContext, 'store' | 'clock' | 'log'>,
  principal: Principal,
  rows: readonly JudgedMessage[],
): Promise<TrustedMessages> {
  try {
    const readable = rows.filter(
      (row) => row.direction === 'inbound' && row.state === 'available' && row.mailbox_trust === 'enabled',
    );
    if (readable.length === 0) return NONE;
    const db = context.store.read;
    const mailboxes = await trustingMailboxes(db, readable);
    if (mailboxes.size === 0 || !(await mayTrust(db, principal))) return NONE;
    const sources = await liveSources(db, [...mailboxes.keys()], context.clock.now());
    const trusted = readable
      .filter((row) => mailboxes.has(row.mailbox_id))
      .filter((row) => sources.has(sourceKey(row.mailbox_id, senderAddress(row.sender)?.value ?? '')));
    return new Map(
      trusted.flatMap(({ id, mailbox_id, sender_authentication: proof, scan }) =>
        proof !== null && isProven(proof) && scan?.verdict === 'clean'
          ? [[id, describe(proof, mailboxes.get(mailbox_id) ?? true)] as const]
          : [],
      ),
    );
  } catch (error) {
    context.log.error({ err: error }, 'instruction trust not evaluated');
    return NONE;
  }
}

/** Mailboxes with trust enabled, and whether they redact. */
async function trustingMailboxes(
  db: Queries,
  rows: readonly JudgedMessage[],
): Promise<ReadonlyMap<string, boolean>> {
  const found = await db
    .selectFrom('mailboxes')
    .select(['id', 'pii_mode'])
    .where('id', 'in', [...new Set(rows.map((row) => row.mailbox_id))])
    .where('instruction_trust_mode', '=', 'enabled')
    .execute();
  return new Map(found.map(({ id, pii_mode }) => [id, pii_mode === 'redacted']));
}

/** True for sessions, and for keys to which a person gave the capability. */
async function mayTrust(db: Queries, principal: Principal): Promise<boolean> {
  if (principal.method === 'session') return true;
  if (principal.keyId === null) return false;
  const key = await db
    .selectFrom('api_keys')
    .select('instruction_trust_enabled')
    .where('id', '=', principal.keyId)
    .executeTakeFirst();
  return key?.instruction_trust_enabled ?? false;
}

async function liveSources(
  db: Queries,
  mailboxIds: readonly string[],
  now: number,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('trusted_sources')
    .select(['mailbox_id', 'value'])
    .where('mailbox_id', 'in', mailboxIds)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .execute();
  return new Set(rows.map((row) => sourceKey(row.mailbox_id, row.value)));
}

function sourceKey(mailboxId: string, address: string): string {
  return `${mailboxId} ${address}`;
}

function describe({ from_domain, provenance }: SenderAuthentication, redacted: boolean): InstructionTrust {
  return {
    version: 'v1',
    match: 'address',
    verified_domain: redacted ? null : from_domain,
    verdict: 'verified_aligned',
    provenance,
  };
}
