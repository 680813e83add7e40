/**
 * The secret that binds sessions to the origin of the page. A browser sends the session cookie to every port
 * of the host, but lets only this origin read its storage. Scripts can't read the cookie, so neither half is
 * of use alone. All tabs share the secret, until a sign-out.
 */

const STORED = 'agentmail.page';
const BYTES = 32;

/** Returns the secret of this origin; a new one if it has none. */
export function pageSecret(): string {
  const known = localStorage.getItem(STORED);
  if (known !== null) return known;
  const secret = newSecret();
  localStorage.setItem(STORED, secret);
  return secret;
}

export function forgetPageSecret(): void {
  localStorage.removeItem(STORED);
}

/** In base64url. */
function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
