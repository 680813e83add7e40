import type { Scan } from '../../../shared/contract/scan.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import type { Held } from './held.ts';

/** Approving and denying needs a reason where the mailbox asks for one and the scan found sensitive data. */
export function assertNote({ message, mailbox }: Held, reason: string | null): void {
  if (reason !== null || mailbox.scanner_policy === null || message.scan === null) return;
  const policy = mailbox.scanner_policy;
  if (policy.outbound_review_policy?.approval_note !== 'required_for_sensitive_pii') return;
  if (isSensitive(message.scan)) throw new ServiceError('REVIEW_NOTE_REQUIRED');
}

function isSensitive({ findings }: Scan): boolean {
  return findings.some(
    ({ pii_type: type, decision }) => (type === 'ssn' || type === 'credit_card') && decision !== 'allow',
  );
}
