import { assigned, rule, type SecretRule } from './rule.ts';

/** Keys and tokens of standards and tools, recognised by the structure around them. */
export const STRUCTURES: readonly SecretRule[] = [
  rule(
    'private-key',
    '-----begin',
    // A header alone, or one above a placeholder, has no key.
    /-----BEGIN[ A-Z0-9_-]{0,100}PRIVATE KEY(?: BLOCK)?-----(?!(?:\\n|\s){0,5}(?:\*|\.\.|<|\[|[xX]{4}))(?=(?:(?!-----)[\s\S]){0,400}?[A-Za-z0-9+/]{40})(?:(?:(?!-----)[\s\S]){1,16000}-----END[ A-Z0-9_-]{0,100}-----)?/g,
  ),
  // The beginnings of keys in PKCS #8, PKCS #1, SEC 1 and OpenSSH's format, where the head above them is
  // missing.
  rule(
    'private-key-body',
    'ibadanbgkqhkig9w0baqefaasc ibaakcaqea ibaakcagea mhccaqee mighageambmg mc4caqawbqydk2vw b3blbnnzac1rzxktdjea',
    /(?<![A-Za-z0-9+/])((?:MII[A-Za-z0-9+/]{3}IBA(?:DANBgkqhkiG9w0BAQEFAASC|AKCA[QgIE]EA)|MHcCAQEE|MIGHAgEAMBMG|MC4CAQAwBQYDK2Vw|b3BlbnNzaC1rZXktdjEA)(?:[A-Za-z0-9+/]|\r?\n){40,8000}={0,2})/g,
  ),
  // PKCS #12 (`.p12`, `.pfx`) in Base64: version 3, then the type of the content (RFC 7292).
  rule(
    'pkcs12',
    'ibazcc',
    /(?<![A-Za-z0-9+/])(MII[A-Za-z0-9+/]{3}IBAzCC(?:[A-Za-z0-9+/]|\r?\n){4,6}CSqGSIb3DQEH(?:[A-Za-z0-9+/]|\r?\n){40,8000}={0,2})/g,
  ),
  rule(
    'putty-key',
    'putty-user-key-file',
    /PuTTY-User-Key-File-\d(?::(?:(?!\n\n|PuTTY)[\s\S]){0,6000}?\nPrivate-Lines: \d{1,3}(?:\n[A-Za-z0-9+/=]{1,80}){1,100})?/g,
  ),
  rule('age-key', 'age-secret-key-1', /AGE-SECRET-KEY-1[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}/g),
  rule('google-service-account', 'private_key_id', /"private_key_id"\s{0,5}:\s{0,5}"([0-9a-f]{40})"/g),
  rule('jwt', 'ey', /\b(ey[A-Za-z0-9_-]{13,4000}\.ey[\w-]{13,4000}(?:\.[\w-]{0,2000})?)/g),
  rule('jwt-base64', 'zxlk', /\b(ZXlK[A-Za-z0-9+/]{60,4000}={0,2})/g, 3),
  rule(
    'npm-token',
    '_authtoken _password',
    /\/\/[^\s:]{3,200}\/:_(?:authToken|password)\s{0,3}=\s{0,3}["']?([^\s"'$]{8,400})/g,
  ),
  rule(
    'secp256k1',
    'private key priv secp',
    assigned('private[_-]?key|priv[_-]?key|secret[_-]?key|wallet[_-]?key|secp256k1', '(?:0x)?[0-9a-f]{64}'),
    3,
  ),
  rule(
    'wallet-key',
    '0x',
    /(?<![0-9a-z])(0x[0-9a-f]{64})(?![0-9a-f])(?=[^\n]{0,80}\n?[^\n]{0,80}\b(?:wallet|private|seed|accident))|\b(?:wallet|private|secret|seed|accident\w*)\b[^\n]{0,80}\n?[^\n]{0,80}?(0x[0-9a-f]{64})(?![0-9a-f])/gi,
    3,
  ),
  rule(
    'netrc',
    'machine',
    /\bmachine\s{1,10}\S{1,200}\s{1,10}login\s{1,10}\S{1,200}\s{1,10}password\s{1,10}([^\s<$]\S{3,200})/g,
  ),
  rule(
    'kubernetes-secret',
    'secret',
    /\bkind:[ \t]*["']?Secret["']?\s(?:(?!\n---)[\s\S]){0,400}?\ndata:[ \t]*\n(?:[ \t]+[\w.-]{1,100}:[ \t]*["']?[\w+/=-]{0,9}["']?[ \t]*\n){0,5}[ \t]+[\w.-]{1,100}:[ \t]*["']?([A-Za-z0-9+/]{10,20000}={0,2})["']?[ \t]*(?:\n|$)/g,
  ),
];
