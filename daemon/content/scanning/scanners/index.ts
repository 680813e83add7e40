import type { Scanner } from '../types.ts';
import { attachmentPolicy } from './attachment-policy.ts';
import { clamd } from './clamd.ts';
import { confidentialityLeak } from './confidentiality-leak.ts';
import { harmfulContent } from './harmful-content.ts';
import { htmlDiffers } from './html-differs.ts';
import { language } from './language.ts';
import { malwareSignatures } from './malware-signatures.ts';
import { mimeMismatch } from './mime-mismatch.ts';
import { pii } from './pii.ts';
import { profanity } from './profanity.ts';
import { promptInjection } from './prompt-injection.ts';
import { secrets } from './secrets.ts';
import { spam } from './spam.ts';
import { trackingImages } from './tracking-images.ts';
import { unauthorizedLiability } from './unauthorized-liability.ts';
import { urlReputation } from './url-reputation.ts';

/** Every scanner, in the order in which findings are reported. */
export const allScanners: readonly Scanner[] = [
  malwareSignatures,
  clamd,
  promptInjection,
  urlReputation,
  attachmentPolicy,
  mimeMismatch,
  secrets,
  pii,
  harmfulContent,
  profanity,
  confidentialityLeak,
  unauthorizedLiability,
  spam,
  language,
  trackingImages,
  htmlDiffers,
];
