import { entropy } from './entropy.ts';
import type { FoundSecret } from './found.ts';
import { genericSecrets } from './generic.ts';
import { isMixedHex } from './issuers.ts';
import { keywordSearch } from './keywords.ts';
import { labelledSecrets } from './labels.ts';
import { isForReader } from './links.ts';
import { withoutMarkdown } from './markdown.ts';
import { isExample } from './published.ts';
import type { SecretRule } from './rule.ts';
import { SECRET_RULES } from './rules.ts';
import { transportSecrets } from './transport.ts';

const MAX_PER_RULE = 50;

/** Claims about a token's bearer or audience; without any, no service accepts it. */
const CLAIM =
  /"(?:iss|sub|aud|exp|nbf|iat|jti|scopes?|roles?|(?:[\w-]*[_-])?u?u?id|[\w-]*I[dD]|[\w-]*(?:[uU]ser|[nN]ame|[eE]mail|[kK]ey|[aA]uth)[\w-]*)"\s*:/;

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

function matchesOf(rule: SecretRule, text: string): FoundSecret[] {
  const found: FoundSecret[] = [];
  for (const match of text.matchAll(rule.pattern)) {
    if (found.length >= MAX_PER_RULE) break;
    const value = match.slice(1).find((group) => group !== undefined) ?? match[0];
    if (isExample(value) || (rule.named === true && isMixedHex(value))) continue;
    if (rule.id === 'jwt' && !isJsonWebToken(value)) continue;
    if (rule.minEntropy !== undefined && entropy(value) < rule.minEntropy) continue;
    const start = match.index + match[0].lastIndexOf(value);
    if (rule.id === 'jwt' && isForReader(text, start)) continue;
    found.push({ id: rule.id, start, end: start + value.length, value });
  }
  return found;
}

function detected(text: string): FoundSecret[] {
  const mentions = keywordSearch(text.toLowerCase());
  const found = SECRET_RULES.filter((rule) => rule.keywords.some(mentions)).flatMap((rule) =>
    matchesOf(rule, text),
  );
  const formats = new Set(found);
  const named = [...transportSecrets(text), ...genericSecrets(text), ...labelledSecrets(text, mentions)];
  found.push(...named.filter(({ value }) => !isExample(value)));
  return withoutOverlaps(found, formats);
}

/** Sorted. Of overlapping ones the first stays; of those that begin together, one of a known format. */
function withoutOverlaps(found: FoundSecret[], formats: ReadonlySet<FoundSecret>): FoundSecret[] {
  found.sort((a, b) => a.start - b.start || Number(formats.has(b)) - Number(formats.has(a)) || b.end - a.end);
  let end = -1;
  return found.filter((secret) => {
    const free = secret.start >= end;
    if (free) end = secret.end;
    return free;
  });
}

/** Typographic hyphens, which programs insert for plain ones. */
const HYPHENS = /[\u2010\u2011\u2212]/g;

/** Secrets in a text, by format or because the text calls them secret. Sorted, without overlaps. */
export function detectSecrets(source: string): FoundSecret[] {
  const text = source.replace(HYPHENS, '-');
  const found = detected(text);
  const unmarked = withoutMarkdown(text);
  if (unmarked === null) return found;
  const more = detected(unmarked.text).map((secret) => {
    return { ...secret, start: unmarked.sourceOf(secret.start), end: unmarked.sourceOf(secret.end - 1) + 1 };
  });
  return withoutOverlaps([...found, ...more], new Set(found));
}
