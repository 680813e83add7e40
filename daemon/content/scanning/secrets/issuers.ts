/**
 * Names that say whose key it is, with the formats in which that issuer gives keys out. What is made of the
 * same characters and has another length is an encrypted value, a checksum or a mistake, and opens nothing.
 */
const ISSUERS: readonly { readonly name: RegExp; readonly format: RegExp }[] = [
  { name: /meraki/i, format: /^[0-9a-f]{40}$/ },
  {
    name: /(?<![a-z])ibm(?:cloud|iam|cos)?(?![a-z])|(?<![a-z])iam[_-]?(?:api[_-]?)?key/i,
    format: /^(?:[\w-]{44}|[0-9a-f]{48}|[0-9a-f]{64})$/,
  },
  { name: /softlayer|(?<![a-z])sl[_-]?(?:api|key|token|pwd)/i, format: /^[0-9a-f]{64}$/ },
  { name: /cloudant/i, format: /^(?:[a-z]{24}|[0-9a-f]{40}|[0-9a-f]{64}|[\w-]{44})$/i },
  { name: /(?<![a-z])cos[_-](?:hmac[_-])?secret[_-]?key/i, format: /^[0-9a-f]{48}$/ },
  // Amazon, and the stores that speak its protocol: IBM, DigitalOcean, Cloudflare; up to 40 characters are
  // free with MinIO.
  { name: /secret[_-]?access[_-]?key/i, format: /^(?:.{1,40}|[0-9a-f]{48}|[\w+/]{43}|[0-9a-f]{64})$/ },
];
/** So many characters without a mark are issued; people think up shorter passwords, or with marks. */
const ISSUED = /^[\w+/=-]{24,}$/;

/** Whether the name says whose key it is and the value cannot be one of that issuer. */
export function contradictsIssuer(name: string, value: string): boolean {
  return ISSUED.test(value) && ISSUERS.some((issuer) => issuer.name.test(name) && !issuer.format.test(value));
}

/** Hexadecimal digits in both cases: every program writes one of them. */
export function isMixedHex(value: string): boolean {
  return /^[0-9a-f]{24,}$/i.test(value) && /[a-f]/.test(value) && /[A-F]/.test(value);
}
