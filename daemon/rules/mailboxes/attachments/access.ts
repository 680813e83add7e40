import { isDeepStrictEqual } from 'node:util';
import type { BodyOf, ReplyOf } from '../../../../shared/contract/endpoint.ts';
import { CURRENT_VERSIONS, type setAttachmentAccess } from '../../../../shared/contract/mailbox-policies.ts';
import { fileFamily } from '../../../../shared/contract/mailboxes.ts';
import type { Principal } from '../../../access/principal.ts';
import { denied, invalidField, ServiceError } from '../../../platform/errors/service-error.ts';
import type { FileFamily } from '../../../platform/store/schema.ts';
import type { Transaction } from '../../../platform/store/store.ts';
import type { RulesContext } from '../../context.ts';
import { assertFreshProof, assertSession } from '../../policies/fresh-proof.ts';
import { type MailboxRow, resolveMailbox } from '../table.ts';
import { writeChanges } from '../update/write.ts';
import { assertAccepted } from './disclaimers.ts';
import { type ExposureMode, effectiveExposure, requiredTier, tierHas } from './exposure.ts';

type AttachmentAccessBody = BodyOf<typeof setAttachmentAccess>;
type AccessView = ReplyOf<typeof setAttachmentAccess>;

const RAW = 'raw_download_selected_types';
const RANK: readonly ExposureMode[] = ['metadata_only', 'derived_content', RAW];

interface ExposureRequest {
  readonly mode: ExposureMode;
  /** As the caller wrote them; for raw downloads only. */
  readonly families: readonly string[];
  readonly body: AttachmentAccessBody;
}

/** `POST /v1/mailboxes/:id/attachment-access`. Checks that need no proof come first. */
export async function changeAttachmentAccess(
  context: RulesContext,
  principal: Principal,
  { reference, body }: { readonly reference: string; readonly body: AttachmentAccessBody },
): Promise<AccessView> {
  const request = readRequest(body);
  const row = await resolveMailbox(context.store.read, principal, { reference, unbound: 'masked_404' });
  const inForce = effectiveExposure(row, principal.account.tier).attachment_exposure_mode;
  const opensRaw = request.mode === RAW && inForce !== RAW;
  if (opensRaw) assertSession(principal);
  const families = request.mode === RAW ? assertFamilies(request.families) : [];
  const widens = opensRaw || (request.mode === RAW && widensFamilies(row, families));
  if (widens) assertSession(principal);
  assertEntitled(principal, request.mode, widens || RANK.indexOf(request.mode) > RANK.indexOf(inForce));
  if (widens) {
    assertAccepted('attachment_disclaimer', body.accept_disclaimer_version);
    if (families.includes('image')) assertAccepted('image_risk', body.accept_image_risk_version);
    await assertFreshProof(context, principal, { scope: 'attachment_raw_enable', mailboxId: row.id, body });
  }
  return context.store.write({ account: principal.account.id }, async (transaction) => {
    const current = await resolveMailbox(transaction.db, principal, {
      reference: row.id,
      unbound: 'masked_404',
    });
    assertUnchanged(row, current, body.expected_policy_version);
    const change = { mode: request.mode, families, widens };
    return view(principal, await writeAccess(transaction, principal, { row: current, change }));
  });
}

/** The legacy switch can only turn off. */
function readRequest(body: AttachmentAccessBody): ExposureRequest {
  if (body.enable === true) throw new ServiceError('LEGACY_ENABLE_DEPRECATED');
  if (body.enable === false) {
    if (body.mode !== undefined) throw invalidField('enable', 'must not be combined with mode');
    return { mode: 'metadata_only', families: [], body };
  }
  if (body.mode === undefined) throw invalidField('mode', 'is required');
  return { mode: body.mode, families: body.allowed_file_families ?? [], body };
}

function assertFamilies(names: readonly string[]): FileFamily[] {
  if (names.length === 0) throw new ServiceError('EMPTY_ALLOWED_FILE_FAMILIES');
  if (names.includes('*')) throw new ServiceError('INVALID_FILE_FAMILY_WILDCARD');
  const known = fileFamily.options;
  const unknown = names.filter((name) => !known.some((family) => family === name));
  if (unknown.length > 0) throw new ServiceError('INVALID_FILE_FAMILY', { families: unknown });
  return known.filter((family) => names.includes(family));
}

function widensFamilies(row: MailboxRow, families: readonly FileFamily[]): boolean {
  return families.some((family) => !row.attachment_allowed_file_families.includes(family));
}

/** Narrowing is allowed on every plan. */
function assertEntitled(principal: Principal, mode: ExposureMode, opens: boolean): void {
  if (!opens) return;
  const { tier, status } = principal.account;
  if (!tierHas(mode, tier)) {
    throw denied('TIER_LIMIT', {
      reason_axis: 'tier',
      reason: 'paid_plan_needed',
      required_tier: requiredTier(mode),
    });
  }
  if (mode === RAW && status !== 'active') {
    throw new ServiceError('ATTACHMENT_ACCESS_INELIGIBLE', { reason: 'account_not_active' });
  }
}

function assertUnchanged(read: MailboxRow, now: MailboxRow, expected: number | undefined): void {
  const current = now.attachment_policy_version;
  if (current !== read.attachment_policy_version || (expected ?? current) !== current) {
    throw new ServiceError('ATTACHMENT_POLICY_CONFLICT', { current_policy_version: current });
  }
}

interface WriteAccessInput {
  readonly row: MailboxRow;
  readonly change: {
    readonly mode: ExposureMode;
    readonly families: FileFamily[];
    readonly widens: boolean;
  };
}

async function writeAccess(
  transaction: Transaction,
  principal: Principal,
  { row, change }: WriteAccessInput,
): Promise<MailboxRow> {
  const modeChanges = row.attachment_exposure_mode !== change.mode;
  const familiesChange = !isDeepStrictEqual(row.attachment_allowed_file_families, change.families);
  if (!modeChanges && !familiesChange) return row;
  const { now } = transaction;
  const stamps = change.widens && {
    attachment_reauth_at: now,
    attachment_disclaimer_version: CURRENT_VERSIONS.attachment_disclaimer,
    attachment_disclaimer_at: now,
    ...(change.families.includes('image') && {
      image_risk_version: CURRENT_VERSIONS.image_risk,
      image_risk_at: now,
    }),
  };
  return writeChanges(transaction, principal, {
    row,
    columns: {
      ...(modeChanges && { attachment_exposure_mode: change.mode }),
      ...(familiesChange && { attachment_allowed_file_families: change.families }),
      ...stamps,
      attachment_policy_version: row.attachment_policy_version + 1,
    },
  });
}

function view(principal: Principal, row: MailboxRow): AccessView {
  const effective = effectiveExposure(row, principal.account.tier);
  return {
    mailbox_id: row.id,
    mode: effective.attachment_exposure_mode,
    allowed_file_families: effective.attachment_allowed_file_families,
    ...(principal.method === 'session' && {
      current_disclaimer_version: CURRENT_VERSIONS.attachment_disclaimer,
      current_image_risk_version: CURRENT_VERSIONS.image_risk,
      attachment_policy_version: row.attachment_policy_version,
      legacy_wildcard_active: false as const,
    }),
  };
}
