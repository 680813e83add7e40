import { entropy } from './entropy.ts';
import { type GenericSecret, genericSecrets, transportSecrets } from './generic.ts';
import { SECRET_RULES, type SecretRule } from './rules.ts';

/** Values that documentation uses in place of real ones. */
const EXAMPLE =
  /example|EXAMPLE|x{6,}|X{6,}|\*{4,}|0{12,}|1234567890abcdef|abcdefghij|<[a-z_ -]{1,30}>|\.\.\.|your[_-]?(?:api|secret|token|key)/;
const MAX_PER_RULE = 50;

function matchesOf(rule: SecretRule, text: string): GenericSecret[] {
  const found: GenericSecret[] = [];
  for (const match of text.matchAll(rule.pattern)) {
    if (found.length >= MAX_PER_RULE) break;
    const value = match.slice(1).find((group) => group !== undefined) ?? match[0];
    if (EXAMPLE.test(value)) continue;
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
  found.push(...transportSecrets(text), ...genericSecrets(text));
  found.sort((a, b) => a.start - b.start || b.end - a.end);
  let end = -1;
  return found.filter((secret) => {
    const free = secret.start >= end;
    if (free) end = secret.end;
    return free;
  });
}
