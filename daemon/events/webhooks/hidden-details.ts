/**
 * Hides details of failed attempts. Receivers with custom headers may be internal, and answers or error
 * classes could reveal a header or a network: nothing is kept while a webhook has headers, and earlier
 * attempts are hidden once it has some.
 */

export const WEBHOOK_DISABLED = 'webhook_disabled';

/** Sealed custom headers of a webhook. */
interface HasHeaders {
  readonly request_headers: Buffer | null;
}

const WITH_DETAILS = /^(?:network_error|ssrf_blocked): /;

/** The error class that readers may see. */
export function visibleError({ request_headers: headers }: HasHeaders, error: string | null): string | null {
  if (headers === null || error === null) return error;
  if (error === WEBHOOK_DISABLED) return null;
  return WITH_DETAILS.test(error) ? 'network_error' : error;
}

/** The beginning of an answer, unless the webhook has custom headers. */
export function visiblePreview(
  { request_headers: headers }: HasHeaders,
  preview: string | null,
): string | null {
  return headers === null ? preview : null;
}
