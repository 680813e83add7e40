import { LIMITS } from '../../../shared/contract/limits.ts';
import type { RemovedCategory } from '../../../shared/contract/messages.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import type { MailContext } from '../context.ts';

/** HTML that may be sent. */
export interface SanitizedHtml {
  /** Null when nothing visible is left; the text is sent alone then. */
  readonly html: string | null;
  readonly removed: readonly RemovedCategory[];
  readonly bytes: number;
}

/** The HTML of a submission, sanitized once, when the first gate needs it. */
export class SubmittedHtml {
  readonly #source: string;
  #result: Promise<SanitizedHtml> | undefined;

  constructor(source: string) {
    this.#source = source;
  }

  /** Throws `OUTBOUND_HTML_ACTIVE_CONTENT_REJECTED` and `OUTBOUND_HTML_SANITIZE_FAILED`. */
  sanitized(context: Pick<MailContext, 'analysis'>): Promise<SanitizedHtml> {
    this.#result ??= sanitize(context, this.#source);
    return this.#result;
  }
}

export function submittedHtml(source: string | null | undefined): SubmittedHtml | null {
  return source === null || source === undefined ? null : new SubmittedHtml(source);
}

async function sanitize({ analysis }: Pick<MailContext, 'analysis'>, source: string): Promise<SanitizedHtml> {
  if (Buffer.byteLength(source) > LIMITS.outboundHtmlBytes) {
    throw new ServiceError('OUTBOUND_HTML_SANITIZE_FAILED', { reason: 'too_large' });
  }
  const outcome = await analysis.sanitize({ source, active: 'refuse', links: 'text' });
  if (outcome === null) throw new ServiceError('OUTBOUND_HTML_SANITIZE_FAILED', { reason: 'unparsable' });
  if (outcome.kind === 'active') {
    throw new ServiceError('OUTBOUND_HTML_ACTIVE_CONTENT_REJECTED', { categories: outcome.categories });
  }
  const { html, removed } = outcome;
  return { html, removed, bytes: html === null ? 0 : Buffer.byteLength(html) };
}
