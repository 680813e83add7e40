/** Headers of the page for people, against scripts, frames and requests that aren't its own. */

const SHARED = {
  'referrer-policy': 'same-origin',
  'x-robots-tag': 'noindex, nofollow',
  'cross-origin-resource-policy': 'same-origin',
} as const;

/** The page runs its own files only, talks to its own daemon only, and can't be framed. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  ...SHARED,
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    // The HTML of mail, which has headers of its own.
    "frame-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
};

/**
 * HTML of mail: an origin of its own, no scripts, forms or requests. Its styles are inline, as the sanitizer
 * left them, and can load nothing.
 */
export const MAIL_HEADERS: Readonly<Record<string, string>> = {
  ...SHARED,
  'content-security-policy': [
    'sandbox',
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ].join('; '),
  'x-frame-options': 'SAMEORIGIN',
};
