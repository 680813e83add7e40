import { entropy } from './entropy.ts';
import { type GenericSecret, genericSecrets, transportSecrets } from './generic.ts';
import { SECRET_RULES, type SecretRule } from './rules.ts';

/** Values that documentation uses in place of real ones. */
const EXAMPLE =
  /example|EXAMPLE|x{12,}|X{12,}|\*{4,}|#{4,}|0{16,}|1{16,}|<[a-z_ -]{1,30}>|\.\.\.|\[redacted\]|your[_-]?(?:api|secret|token|key)|(?:token|key|secret|password)[_-]?here/i;
const MAX_PER_RULE = 50;

/** What a token says about whom it is for; without any, nobody lets its bearer in. */
const CLAIM =
  /"(?:iss|sub|aud|exp|nbf|iat|jti|scopes?|roles?|[\w-]*(?:id|user|name|email|key|auth)[\w-]*)"\s*:/i;

/** Header and payload are JSON objects, and the header names an algorithm (RFC 7519). */
function isJsonWebToken(token: string): boolean {
  const [header = '', payload = ''] = token
    .split('.', 2)
    .map((part) => Buffer.from(part, 'base64url').toString('utf8'));
  try {
    return 'alg' in JSON.parse(header) && typeof JSON.parse(payload) === 'object' && CLAIM.test(payload);
  } catch {
    return false;
  }
}

function matchesOf(rule: SecretRule, text: string): GenericSecret[] {
  const found: GenericSecret[] = [];
  for (const match of text.matchAll(rule.pattern)) {
    if (found.length >= MAX_PER_RULE) break;
    const value = match.slice(1).find((group) => group !== undefined) ?? match[0];
    if (EXAMPLE.test(value)) continue;
    if (rule.id === 'jwt' && !isJsonWebToken(value)) continue;
    if (rule.minEntropy !== undefined && entropy(value) < rule.minEntropy) continue;
    const start = match.index + match[0].lastIndexOf(value);
    found.push({ id: rule.id, start, end: start + value.length, value });
  }
  return found;
}

/** Secrets in a text: known formats, then what the text itself names a secret. Sorted, without overlaps. */
export function detectSecrets(text: string): GenericSecret[] {
  const lower = text.toLowerCase();
  const found = SECRET_RULES.filter((rule) =>
    rule.keywords.some((keyword) => lower.includes(keyword)),
  ).flatMap((rule) => matchesOf(rule, text));
  const formats = new Set(found);
  const named = [...transportSecrets(text), ...genericSecrets(text)];
  found.push(...named.filter(({ value }) => !EXAMPLE.test(value)));
  found.sort((a, b) => a.start - b.start || Number(formats.has(b)) - Number(formats.has(a)) || b.end - a.end);
  let end = -1;
  return found.filter((secret) => {
    const free = secret.start >= end;
    if (free) end = secret.end;
    return free;
  });
}
