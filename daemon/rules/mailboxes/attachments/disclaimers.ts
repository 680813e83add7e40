import { CURRENT_VERSIONS } from '../../../../shared/contract/mailbox-policies.ts';
import { ServiceError } from '../../../platform/errors/service-error.ts';

type Disclaimer = 'attachment_disclaimer' | 'image_risk';

/** Refuses, naming the current notice, unless that version was accepted. */
export function assertAccepted(disclaimer: Disclaimer, accepted: string | undefined): void {
  const current = CURRENT_VERSIONS[disclaimer];
  if (accepted === current) return;
  throw new ServiceError(accepted === undefined ? 'DISCLAIMER_REQUIRED' : 'DISCLAIMER_VERSION_MISMATCH', {
    disclaimer,
    current_version: current,
  });
}
