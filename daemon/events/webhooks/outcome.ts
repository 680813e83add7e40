import { LIMITS } from '../../../shared/contract/limits.ts';
import type { PostOutcome } from '../../platform/system/https-poster.ts';
import { visibleError, visiblePreview } from './hidden-details.ts';

/** Effect of one attempt on its delivery. */
export type Verdict =
  | { readonly kind: 'delivered'; readonly status: number; readonly preview: string | null }
  | {
      /** `retry` retries while attempts are left. */
      readonly kind: 'retry' | 'abandon';
      readonly error: string | null;
      readonly status: number | null;
      readonly preview: string | null;
    }
  /** The webhook was disabled meanwhile: abandoned, but not counted. */
  | { readonly kind: 'disabled' };

/** Facts of one attempt. */
export interface AttemptFacts {
  readonly outcome: PostOutcome;
  readonly timedOut: boolean;
  /** The webhook of the receiver. */
  readonly webhook: { readonly request_headers: Buffer | null };
}

/** Decides whether an attempt ends its delivery, and what to keep of the answer. */
export function judge({ outcome, timedOut, webhook }: AttemptFacts): Verdict {
  if (outcome.kind === 'blocked') {
    const error = visibleError(webhook, `ssrf_blocked: ${outcome.reason}`);
    return { kind: 'abandon', error, status: null, preview: null };
  }
  if (outcome.kind === 'failed') {
    const error = timedOut ? 'timeout' : visibleError(webhook, `network_error: ${outcome.message}`);
    return { kind: 'retry', error, status: null, preview: null };
  }
  const { status } = outcome;
  const preview = visiblePreview(webhook, previewOf(outcome.body));
  if (status >= 200 && status < 300) return { kind: 'delivered', status, preview };
  if (status >= 300 && status < 400) {
    return { kind: 'abandon', error: `http_redirect_forbidden: ${status}`, status, preview };
  }
  const final = status >= 400 && status < 500 && status !== 429;
  return { kind: final ? 'abandon' : 'retry', error: `http_${status}`, status, preview };
}

/** The first characters of the answer, without U+0000. */
function previewOf(body: Buffer): string {
  const text = body.toString('utf8').replaceAll('\0', '\uFFFD');
  return [...text.slice(0, LIMITS.webhookResponsePreviewCharacters * 2)]
    .slice(0, LIMITS.webhookResponsePreviewCharacters)
    .join('');
}
