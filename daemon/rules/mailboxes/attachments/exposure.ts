import type { z } from 'zod';
import type { Tier } from '../../../../shared/contract/limits.ts';
import type { exposureMode } from '../../../../shared/contract/mailboxes.ts';
import type { FileFamily } from '../../../platform/store/schema.ts';
import type { MailboxRow } from '../table.ts';

export type ExposureMode = z.output<typeof exposureMode>;

/** The least plan that has a mode. */
export function requiredTier(mode: ExposureMode): Tier {
  if (mode === 'raw_download_selected_types') return 'pro';
  return mode === 'derived_content' ? 'pay_as_you_go' : 'sandbox';
}

export function tierHas(mode: ExposureMode, tier: Tier): boolean {
  if (mode === 'raw_download_selected_types') return tier === 'pro';
  return mode === 'metadata_only' || tier !== 'sandbox';
}

/** The mode in force: without the plan for it, the next mode that the plan has. */
export function effectiveExposure(
  row: Pick<MailboxRow, 'attachment_exposure_mode' | 'attachment_allowed_file_families'>,
  tier: Tier,
): { attachment_exposure_mode: ExposureMode; attachment_allowed_file_families: FileFamily[] } {
  const stored = row.attachment_exposure_mode;
  const mode = tierHas(stored, tier)
    ? stored
    : tierHas('derived_content', tier)
      ? 'derived_content'
      : 'metadata_only';
  const families = mode === 'raw_download_selected_types' ? [...row.attachment_allowed_file_families] : [];
  return { attachment_exposure_mode: mode, attachment_allowed_file_families: families };
}
