import { entropy } from './entropy.ts';

/** A value that the text itself calls a secret. */
export interface GenericSecret {
  readonly id: string;
  readonly start: number;
  readonly end: number;
  readonly value: string;
}

const NAME =
  'api[_-]?keys?|apikeys?|auth[_-]?keys?|service[_-]?keys?|account[_-]?keys?|db[_-]?keys?|database[_-]?keys?|priv(?:ate)?[_-]?keys?|client[_-]?keys?|access[_-]?keys?|access[_-]?tokens?|auth[_-]?tokens?|secret[_-]?keys?|client[_-]?secrets?|db[_-]?pass(?:word)?|database[_-]?pass(?:word)?|db[_-]?pwd?|key[_-]?pass|passwo?r?ds?|passwd|passphrase|pwd|secrets?|tokens?|credentials?|contrase(?:n|ñ)as?|passwort|kennwort|mot[_ ]de[_ ]passe';
const ASSIGNMENT = new RegExp(
  `(?<![a-z\\d])((?:[\\w.-]{0,40}?)(?:${NAME}|(?<![a-z])pw)(?:e?(?:[_-]\\w{1,20}|\\d{1,3})?(?:\\[\\])?))(["'\\]]{0,2})(?:\\.(?:assign|set|equals|compare(?:to)?|append|put|eq)(?=\\())?\\s{0,5}(=>|:=|===?|!==?|=|:|\\(|,|\\s)\\s{0,5}(?:@?["'\`]([^"'\`\\n]{1,200})["'\`]|([^\\s"'\`,;]{4,200}))`,
  'gi',
);
/** A comparison with the value in front: `"…" == password`. */
const COMPARED = new RegExp(
  `["'\`]([^"'\`\\n]{4,200})["'\`]\\s{0,5}(?:===?|!==?)\\s{0,5}[\\w.-]{0,40}?(?:${NAME})`,
  'gi',
);
const IN_PROSE = new RegExp(
  `\\b(?:${NAME}) (?:is|was|to|set to|will be|ist|es|est)[:\\s]{1,3}["'\`]?([^\\s"'\`]{6,80})`,
  'gi',
);

const PLACEHOLDER =
  /^(?:x+|\*+|\.+|-+|_+|0+|1+|changeme|change_?me|example|sample|dummy|fake|test|todo|tbd|none|null|nil|undefined|true|false|empty|default|redacted|hidden|secret|password|passwd|token|string|value|foo|bar|baz|foobar|your|my|insert|enter|placeholder|required|optional|n\/a)$/i;
const PLACEHOLDER_PART =
  /^(?:\$\{|\$\(|\$[A-Za-z_]|<|%|\[|\(|#\{|@\{|&|\/|\.\/|~\/|https?:)|^(?:insert|enter|put|add|replace|your|my|the|some|real)[_-]|your[_-]?|x{4,}|\*{3,}|\.{3,}|(?:^|[_-])(?:example|placeholder|sample|dummy|changeme)(?:$|[_-])|^\{\{.{0,100}\}\}$|process\.env|os\.environ|getenv|secrets\.|vault:|arn:aws|sha(?:1|256|512)-|^ENC\[|^\w+\(.{0,80}\)$|^[a-z]+(?:[A-Z][a-z]+)+(?:\.[a-zA-Z]+)*$|\.(?:get|value|text|length)\b|->|::|^['"]|\{\w+\}$/i;
const FALSE_NAME =
  /(?:public|pub)[_-]?key|keyword|key_?name|(?:key|token|secret|credentials?)_?id|token_?type|token_?count|max_?tokens|tokeni[sz]|secret_?name|secret_?ref|password_?(?:field|reset|hash|policy|length|hint|confirm|input|label)|authors?|monkey|keyboard|csrf|sha\d|signature/i;

function isPlaceholder(value: string): boolean {
  return PLACEHOLDER.test(value) || PLACEHOLDER_PART.test(value) || new Set(value).size < 3;
}

/** What an issuer gives out, as against what a person thinks up. */
const ISSUED = /key|token/i;
/** Nobody issues keys or tokens as short as a password. */
const SHORTEST_ISSUED = 16;

/** A version 1 UUID is made of a time and a network address: it names something and opens nothing. */
const TIME_UUID = /^[\da-f]{8}-[\da-f]{4}-1[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;

/** So many different marks are in passwords only. */
const MANY_MARKS = 5;

/** A word of prose is no secret; a password has digits or marks, or is quoted. */
function looksSecret(value: string, quoted: boolean, strongName: boolean): boolean {
  if (value.length < 4 || isPlaceholder(value) || !/[A-Za-z0-9]/.test(value)) return false;
  if (/\s/.test(value)) return quoted && strongName && value.length >= 12 && value.split(' ').length < 8;
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(value)).length;
  if (quoted && strongName) return value.length >= 5;
  const marks = new Set(value.match(/[^\p{L}\p{N}\s._-]/gu)).size;
  if (marks >= MANY_MARKS && value.length >= 10) return true;
  if (!/\d/.test(value) && kinds < 3) return false;
  return value.length >= 6 && kinds >= 2 && entropy(value) >= (value.length >= 16 ? 3 : 2.2);
}

/** A value in running text, without the marks that end a sentence or close a bracket which it did not open. */
function bareEnd(value: string): string {
  const trimmed = value.replace(/[.,;:!?]+$/, '');
  return trimmed.endsWith(')') && !trimmed.includes('(') ? bareEnd(trimmed.slice(0, -1)) : trimmed;
}

const MAX_ASSIGNMENTS = 5_000;
const ASSIGNS = /[=:]/;

/** Assignments such as `password = "…"`, with values that are not placeholders. */
export function genericSecrets(text: string): GenericSecret[] {
  const found: GenericSecret[] = [];
  let count = 0;
  for (const match of text.matchAll(ASSIGNMENT)) {
    if (count++ > MAX_ASSIGNMENTS) break;
    const [whole, name = '', , operator = '', quotedValue, bareValue] = match;
    const value = quotedValue ?? bareEnd(bareValue ?? '');
    if (FALSE_NAME.test(name) || (!ASSIGNS.test(operator) && quotedValue === undefined)) continue;
    if ((ISSUED.test(name) && value.length < SHORTEST_ISSUED) || TIME_UUID.test(value)) continue;
    if (!looksSecret(value, quotedValue !== undefined, true)) continue;
    const start = match.index + whole.lastIndexOf(value);
    found.push({ id: 'assignment', start, end: start + value.length, value });
  }
  for (const match of text.matchAll(COMPARED)) {
    const value = match[1] ?? '';
    if (found.length < MAX_ASSIGNMENTS && looksSecret(value, true, true)) {
      found.push({ id: 'comparison', start: match.index + 1, end: match.index + 1 + value.length, value });
    }
  }
  for (const match of text.matchAll(IN_PROSE)) {
    const value = (match[1] ?? '').replace(/[.,;:!?)]+$/, '');
    if (!/\d/.test(value) || !looksSecret(value, false, false)) continue;
    const start = match.index + match[0].lastIndexOf(value);
    found.push({ id: 'in-prose', start, end: start + value.length, value });
  }
  return found;
}

/** User name and password in the authority of a URL. */
const URL_CREDENTIALS =
  /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@"'<>{}$]{0,100}:([^\s:/@"'<>{}$]{3,200})@[\w.-]{1,200}/gi;
const CURL_USER =
  /\bcurl\b[^\n]{0,300}?\s(?:-u|--user)(?:\s{1,4}|=)?["']?([^\s:"'$]{1,100}["']?:["']?[^\s"']{3,200})/gi;
const AUTH_HEADER =
  /\bauthorization["']?\s{0,3}[:=]\s{0,3}["']?(?:basic|bearer|token|apikey|api-token)\s{1,3}([\w.=~@+/-]{8,2000})/gi;
const CURL_HEADER =
  /\bcurl\b[^\n]{0,300}?\s(?:-H|--header)[\s=]{0,4}["'](?:[\w-]{0,30}(?:token|key|auth|secret)[\w-]{0,20})\s{0,3}:\s{0,3}(?:(?:basic|bearer|token)\s)?([\w.=~@+/-]{8,2000})["']/gi;

/** Credentials in URLs and in request headers. */
export function transportSecrets(text: string): GenericSecret[] {
  const found: GenericSecret[] = [];
  for (const [id, pattern] of [
    ['url-credentials', URL_CREDENTIALS],
    ['curl-user', CURL_USER],
    ['authorization-header', AUTH_HEADER],
    ['curl-header', CURL_HEADER],
  ] as const) {
    for (const match of text.matchAll(pattern)) {
      const value = match[1] ?? '';
      const secret =
        id === 'curl-user' ? (value.split(/["']?:["']?/)[1] ?? '').replace(/^\{|\}$/g, '') : value;
      if (isPlaceholder(secret) || (id !== 'url-credentials' && id !== 'curl-user' && entropy(secret) < 2.5))
        continue;
      const start = match.index + match[0].lastIndexOf(value);
      found.push({ id, start, end: start + value.length, value });
    }
  }
  return found;
}
