import type { BodyOf, ReplyOf } from '../../../shared/contract/endpoint.ts';
import { LANGUAGE_MODE_OF } from '../../../shared/contract/limits.ts';
import type { createMailbox as contract } from '../../../shared/contract/mailboxes.ts';
import {
  type LanguageMode,
  SCANNER_POLICY_DEFAULTS,
  type ScannerPolicy,
} from '../../../shared/contract/scan.ts';
import { templateColumns } from '../../../shared/policies/presets.ts';
import { assertOneMore } from '../../access/count-limit.ts';
import type { Principal } from '../../access/principal.ts';
import { EVERYTHING } from '../../content/stored-text/search-index.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import type { Queries, Transaction } from '../../platform/store/store.ts';
import type { RulesContext } from '../context.ts';
import { insertConnection } from './connection/store.ts';
import { mailboxCount } from './count.ts';
import { assertDisplayName, fromDisplay } from './display-name.ts';
import { freeAddress } from './free-address.ts';
import { assertMailboxName } from './name.ts';
import { assertStillFree, claimFolder, type MailboxPlace, placeOf } from './place.ts';
import { presetColumns } from './preset.ts';
import { effectiveFromName } from './project.ts';

/** Creates a mailbox with an address that was never used before. */
export async function createMailbox(
  context: RulesContext,
  principal: Principal,
  body: BodyOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const name = assertMailboxName(body.name);
  const displayName =
    body.display_name == null ? null : assertDisplayName(body.display_name, context.config.brandNames);
  const policy = presetColumns(body);
  const scannerPolicy = newScannerPolicy(context, body.scanner_policy?.language_mode);
  const { account } = principal;
  await assertNameFree(context.store.read, account.id, name);
  const place = await placeOf(context, principal, body);
  return context.store.write({ account: account.id }, async (transaction) => {
    const { db, now } = transaction;
    await assertNameFree(db, account.id, name);
    await assertStillFree(db, account.id, place);
    assertOneMore(account, 'mailboxes', await mailboxCount(db, account.id, account.tier));
    const id = transaction.newId();
    const address =
      place.connection?.address ??
      (await freeAddress(db, { random: context.random, name, domain: place.domainName }));
    await db
      .insertInto('mailboxes')
      .values({
        id,
        account_id: account.id,
        name,
        address,
        domain_id: place.domainId,
        imap_folder: place.folder?.path ?? null,
        connection_state: place.connection ? 'active' : null,
        display_name: displayName,
        scanner_policy: scannerPolicy,
        pii_redaction_config: null,
        send_window: null,
        created_on_tier: account.tier,
        created_at: now,
        deleted_at: null,
        unindexed_before: context.config.searchIndex ? null : EVERYTHING,
        ...(await defaultPolicy(db, account.id)),
        ...policy,
        ...(body.metadata && { metadata: body.metadata }),
      })
      .execute();
    await takePlace(context, transaction, { mailbox: { id, account_id: account.id }, place });
    await transaction.audit({
      kind: 'mailbox.created',
      accountId: account.id,
      mailboxId: id,
      actor: principal.actor,
      after: { name, address, display_name: displayName, ...(body.preset && { preset: body.preset }) },
    });
    const from = effectiveFromName({ name, display_name: displayName }, account.tier);
    return {
      id,
      name,
      display_name: displayName,
      effective_from_display: fromDisplay(from, address),
      address,
      ...(scannerPolicy && { scanner_policy: scannerPolicy }),
    };
  });
}

interface TakenPlace {
  readonly mailbox: { readonly id: string; readonly account_id: string };
  readonly place: MailboxPlace;
}

/** Claims the folder of a new mailbox, and stores the servers of a connected one. */
async function takePlace(
  context: RulesContext,
  transaction: Transaction,
  { mailbox, place }: TakenPlace,
): Promise<void> {
  const { folder, connection } = place;
  if (!folder) return;
  const imports = connection !== undefined && connection.since !== null;
  await claimFolder(transaction, { mailbox, folder, imports });
  if (connection) await insertConnection(context, transaction, { mailbox, place: connection });
}

/** The requested language mode or the operator's default; null when it equals the contract's. */
function newScannerPolicy(
  { settings }: Pick<RulesContext, 'settings'>,
  asked: LanguageMode | undefined,
): ScannerPolicy | null {
  const mode = asked ?? LANGUAGE_MODE_OF[settings.get('scanning.languages')];
  return mode === SCANNER_POLICY_DEFAULTS.language_mode ? null : { language_mode: mode };
}

/**
 * A default mode is applied at creation only, so changing it later leaves mailboxes that people have tuned.
 */
async function defaultPolicy(db: Queries, accountId: string) {
  const { default_policy_mode: mode } = await db
    .selectFrom('accounts')
    .select('default_policy_mode')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return mode === null ? {} : templateColumns(mode);
}

/** Names of deleted mailboxes stay taken. */
async function assertNameFree(db: Queries, accountId: string, name: string): Promise<void> {
  const taken = await db
    .selectFrom('mailboxes')
    .select('id')
    .where('account_id', '=', accountId)
    .where('name', '=', name)
    .executeTakeFirst();
  if (taken) {
    throw new ServiceError(
      'CONFLICT',
      { reason: 'name_in_use' },
      { message: `This account already has, or had, a mailbox named "${name}".` },
    );
  }
}
