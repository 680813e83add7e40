import { entropy } from './entropy.ts';
import type { FoundSecret } from './found.ts';
import { contradictsIssuer, isMixedHex } from './issuers.ts';
import { isForReader } from './links.ts';
import { isExpression, isPlaceholder, isTokenName } from './placeholder.ts';

const NAME =
  '(?:api|app(?:lication)?|auth|service|account|db|database|priv(?:ate)?|client|access|secret|(?:pre[_ -]?)?shared)[_ -]?keys?|access[_-]?tokens?|auth[_-]?tokens?|client[_-]?secrets?|db[_-]?pass(?:word)?|database[_-]?pass(?:word)?|db[_-]?pwd?|key[_-]?pass|(?<=_)pass|(?<![a-z])pass(?=["\']?\\s{0,16}(?::=|=))|passwo?r?ds?|passwd|passphrase|pwd|secrets?|tokens?|credentials?|creds|contrase(?:n|ñ)as?|passwort|kennwort|mot[_ ]de[_ ]passe';
/** The type of a variable, between its name and `=`. */
const TYPE = '\\s{0,3}:\\s{0,3}[a-z][\\w<>&?.]{0,30}(?=\\s{0,3}=)|\\s{1,3}string(?=\\s{0,3}=)';
/** A text in quotes, which ends with the mark that began it. */
const LITERAL =
  '(@?\\\\?["\'`])(?:(?<=")([^"\\n]{1,200})"|(?<=\')([^\'\\n]{1,200})\'|(?<=`)([^`\\n]{1,200})`)';
const ASSIGNMENT = new RegExp(
  `((?:${NAME}|(?<![a-z])pw)(?:e?(?:[_-]\\w{1,20}|\\d{1,3})?(\\[\\d{0,4}\\])?))((?:\\\\?["'\\]]){0,2})(?:${TYPE})?(?:\\.(?:assign|set|equals|compare(?:to)?|append|put|eq)(?=\\())?\\*{0,3}\\s{0,16}(=>|:=|===?|!==?|=|:|\\(|,|->(?=\\s)|→|-{1,4}(?=\\s)|–|\\s)\\*{0,3}\\s{0,5}(?:${LITERAL}|([^\\s"'\`,;]{4,200}))`,
  'gi',
);
/** Maximum characters before the part of a name that marks a secret. */
const MAX_PREFIX = 40;
const PREFIX = new RegExp(`[\\w.-]{0,${MAX_PREFIX + 1}}$`);
/** A comparison with the value in front: `"…" == password`. */
const COMPARED = new RegExp(
  `["'\`]([^"'\`\\n]{4,200})["'\`]\\s{0,5}(?:===?|!==?)\\s{0,5}[\\w.-]{0,40}?(?:${NAME})`,
  'gi',
);
const SAYS = '(?:is|was|to|set to|will be|ist|lautet|es|est)';
const IN_PROSE = new RegExp(
  `\\b(?:${NAME}) (?:(?:for|of|von|für|para|pour) [^\\n.!?]{1,60}? )?${SAYS}[:\\s]{1,3}(?:(["'])([^\\n"']{4,80})\\1|["'\`]?([^\\s"'\`]{6,80}))`,
  'gi',
);
/** A value in backticks before or after its name: "use `…` as the password", "pass `…`", "the key is `…`". */
const IN_BACKTICKS =
  /`([^\s`]{6,200})` (?:as|for|is) (?:the|your|my|our|a) (?:[a-z]{1,20} ){0,2}(?:password|passphrase|passcode|token|secret|api key|key|login)\b|\b(?:pass(?:word|code|phrase)?|pwd?|pin|token|secret|key|login|passwort|kennwort)(?:(?:[ \t][^`.\n]{0,40}?)?[ \t](?:is|to|lautet|ist)[ \t:]{1,3}|[ \t]{1,3})`([^\s`]{6,200})`/gi;
/** An option, or words with a number behind them, as code names its variables. */
const CODE_NAME = /^-{0,2}(?:[A-Za-z]+[_-])*[A-Za-z]+[_-]?\d{1,4}$/;
/** `(pw …)`: the abbreviation stands before nothing else, so a space is enough. */
const ABBREVIATED = /\bpwd?[ \t]{1,3}([^\s`"'()]{6,80})/gi;
/** Quoted prose about a password that doesn't contain it. */
const SAID =
  /^(?:required|optional|mandatory|wrong|invalid|valid|incorrect|correct|expired|missing|empty|blank|changed|weak|strong|safe|secure|hidden|masked|unknown|encrypted|case.sensitive|too .*|not .*)$/i;
/**
 * Name and value as two fields of one entry: `<add key="Password" value="…">`, `- name: DB_PASSWORD`, `value:
 * …`.
 */
const ENTRY = new RegExp(
  `(?<![a-z])(?:key|name)["']?\\s{0,3}[:=]\\s{0,3}["']?([\\w.-]{0,40}?(?:${NAME})[\\w.-]{0,20})["']?(?:,\\s{0,40}|\\s{1,40})["']?value["']?\\s{0,3}[:=]\\s{0,3}(?:["']([^"'\\n]{4,200})["']|([^\\s"'<>,;]{4,200}))`,
  'gi',
);
/** `<password>…</password>` */
const ELEMENT = new RegExp(
  `<([\\w.:-]{0,40}?(?:${NAME})[\\w.-]{0,20})(?:\\s[^<>]{0,100})?>([^<>\\s]{4,200})</`,
  'gi',
);

const FALSE_NAME =
  /(?:public|pub)[_-]?(?:key|token)|keyword|key_?name|(?:key|token|secrets?|credentials?)_?(?:id|size|length|files?|path|ur[il]|endpoint|alias|source|provider|version|status|scope|expir\w{0,6})(?![a-z])|(?:next|page|pagination|continuation|idempotency|client|request|update|sync|cursor|cancellation)[_-]?tokens?$|(?:foreign|natural|primary|partition|sort|bucket|schema|sequence|index)[_-]?key|key_?(?:pair|ring|stone|frame|mesh|selector|store|code|signature)|keystore|vault[_-]?(?:id|name)|token_?type|token_?count|max_?tokens|tokeni[sz]|secret_?name|secret_?ref|password_?(?:field|reset|hash|policy|length|hint|confirm|input|label|variable)|authors?(?!i[sz])|monkey|keyboard|csrf|sha\d|signature$/i;

/** Names of issued secrets, in contrast to chosen passwords. */
const ISSUED = /key|token/i;
/** Issued keys and tokens are longer than passwords. */
const SHORTEST_ISSUED = 16;

const ONLY_LETTERS = /^[a-z]+$/i;

/** A version 1 UUID is a time and a network address: it identifies and opens nothing. */
const TIME_UUID = /^[\da-f]{8}-[\da-f]{4}-1[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;

/** From this many different marks on, a value is a password. */
const MANY_MARKS = 5;

/** A word of prose is no secret; a password has digits or marks, or is quoted. */
export function looksSecret(value: string, quoted: boolean, strongName: boolean): boolean {
  if (value.length < 4 || isPlaceholder(value) || !/[A-Za-z0-9]/.test(value)) return false;
  if (/\s/.test(value)) return quoted && strongName && value.length >= 12 && value.split(' ').length < 8;
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(value)).length;
  if (quoted && strongName) return value.length >= 5;
  const marks = new Set(value.match(/[^\p{L}\p{N}\s._-]/gu)).size;
  if (marks >= MANY_MARKS && value.length >= 10) return true;
  if (!/\d/.test(value) && kinds < 3) return false;
  return value.length >= 6 && kinds >= 2 && entropy(value) >= (value.length >= 16 ? 3 : 2.2);
}

/** Whether a value can be what the name says. */
export function fitsName(name: string, value: string): boolean {
  if (FALSE_NAME.test(name) || TIME_UUID.test(value) || contradictsIssuer(name, value)) return false;
  if (!ISSUED.test(name)) return true;
  return (
    value.length >= SHORTEST_ISSUED && !ONLY_LETTERS.test(value) && !isTokenName(value) && !isMixedHex(value)
  );
}

/**
 * A value in running text, without the marks that end a sentence or close a bracket which it did not open.
 */
function bareEnd(value: string): string {
  const trimmed = value.replace(/[.,;:!?]+$/, '');
  return trimmed.endsWith(')') && !trimmed.includes('(') ? bareEnd(trimmed.slice(0, -1)) : trimmed;
}

/**
 * Whether the value is written as a text. `@` opens one with double quotes only, and `name[] =` declares one
 * in C, where single quotes hold a character and no quotes another name; with `$name[] =` it is PHP, which
 * has both.
 */
function isLiteral(brackets: boolean, before: string | undefined, open: string | undefined): boolean {
  if (open?.startsWith('@')) return open.endsWith('"');
  return !brackets || before === '$' || open?.endsWith('"') === true;
}

/** The name of a resource at Amazon, which has `secret:` in it and after that the name of the secret. */
const MAX_RESOURCE_NAME = 200;
const RESOURCE_NAME = /\barn:[\w:/-]*$/;

const MAX_ASSIGNMENTS = 5_000;
const ASSIGNS = /[=:→]|->/;
const DASH = /^[-–]/;
/** Code between two texts that it joins: `" + name + "`. */
const BETWEEN_TEXTS = /^\s*[+.&,)]\s|\s[+.&,(]\s*$|^,\w+:$/;

/** Whether the mark that seems to open a value ends the text in which the name stands: `"Password:"`. */
function closesText(
  before: string | undefined,
  closing: string | undefined,
  open: string | undefined,
): boolean {
  return closing === '' && before !== undefined && before === open;
}

/**
 * The whole name whose end stands at `index`, and the character before it; null for one that names no value.
 */
function nameAt(
  text: string,
  index: number,
  end: string,
): { name: string; before: string | undefined } | null {
  const prefix = PREFIX.exec(text.slice(Math.max(0, index - MAX_PREFIX - 1), index))?.[0] ?? '';
  if (prefix.length > MAX_PREFIX) return null;
  if (RESOURCE_NAME.test(text.slice(Math.max(0, index - MAX_RESOURCE_NAME), index))) return null;
  return { name: prefix + end, before: text[index - prefix.length - 1] };
}

/**
 * Whether the mark between them gives a value without quotes to a name; a dash does so in lists of keys and
 * tokens.
 */
function isGiven(name: string, operator: string): boolean {
  return ASSIGNS.test(operator) || (DASH.test(operator) && ISSUED.test(name));
}

function assignmentOf(text: string, match: RegExpExecArray): FoundSecret | null {
  const [whole, nameEnd = '', brackets, closing, operator = '', open, double, single, back, bare = ''] =
    match;
  const named = nameAt(text, match.index, nameEnd);
  if (named === null) return null;
  const { name, before } = named;
  const inQuotes = double ?? single ?? back;
  const quoted = inQuotes !== undefined;
  const value = quoted ? inQuotes.replace(/\\$/, '') : bareEnd(bare);
  if (quoted && (closesText(before, closing, open) || BETWEEN_TEXTS.test(inQuotes))) return null;
  if (!quoted && (!isGiven(name, operator) || isExpression(value))) return null;
  if (!isLiteral(brackets === '[]', before, open) || !fitsName(name, value)) return null;
  // Beside a comma or a blank a word in quotes is the next of a list.
  if (!looksSecret(value, quoted, ASSIGNS.test(operator))) return null;
  if ((operator === ',' && !/\d/.test(value)) || back?.includes('${')) return null;
  const start = match.index + whole.lastIndexOf(value);
  return isForReader(text, start, name)
    ? null
    : { id: 'assignment', start, end: start + value.length, value };
}

function assignmentsIn(text: string): FoundSecret[] {
  const found: FoundSecret[] = [];
  let count = 0;
  for (const match of text.matchAll(ASSIGNMENT)) {
    if (count++ > MAX_ASSIGNMENTS) break;
    const secret = assignmentOf(text, match);
    if (secret !== null) found.push(secret);
  }
  return found;
}

function comparisonsIn(text: string, most: number): FoundSecret[] {
  const found: FoundSecret[] = [];
  for (const match of text.matchAll(COMPARED)) {
    const value = match[1] ?? '';
    if (found.length >= most || !looksSecret(value, true, true)) continue;
    const start = match.index + 1;
    found.push({ id: 'comparison', start, end: start + value.length, value });
  }
  return found;
}

/** Values that a sentence gives: `the password is …`. */
function sentencesIn(text: string): FoundSecret[] {
  const found: FoundSecret[] = [];
  for (const match of text.matchAll(IN_PROSE)) {
    const [whole, , inQuotes, bare = ''] = match;
    const value = inQuotes ?? bare.replace(/[.,;:!?)]+$/, '');
    const quoted = inQuotes !== undefined && !SAID.test(value) && !ISSUED.test(whole.slice(0, -value.length));
    if ((!/\d/.test(value) && !quoted) || !looksSecret(value, quoted, quoted)) continue;
    const start = match.index + whole.lastIndexOf(value);
    found.push({ id: 'in-prose', start, end: start + value.length, value });
  }
  return found;
}

function backticksIn(text: string): FoundSecret[] {
  return [...text.matchAll(IN_BACKTICKS)].flatMap((match) => {
    const value = match[1] ?? match[2] ?? '';
    if (!/\d/.test(value) || CODE_NAME.test(value) || !looksSecret(value, false, false)) return [];
    const start = match.index + match[0].indexOf(value);
    return [{ id: 'in-prose', start, end: start + value.length, value }];
  });
}

function abbreviatedIn(text: string): FoundSecret[] {
  return [...text.matchAll(ABBREVIATED)].flatMap((match) => {
    const value = bareEnd(match[1] ?? '');
    const isMixed = /\d/.test(value) && /[A-Za-z]/.test(value) && !CODE_NAME.test(value);
    if (!isMixed || !looksSecret(value, false, false)) return [];
    const start = match.index + match[0].lastIndexOf(value);
    return [{ id: 'in-prose', start, end: start + value.length, value }];
  });
}

/** Values that stand beside their name: as fields of an entry, as the content of an element. */
function fieldsOf(text: string, pattern: RegExp): FoundSecret[] {
  const found: FoundSecret[] = [];
  for (const match of text.matchAll(pattern)) {
    const [whole, name = '', quotedValue, bareValue] = match;
    const value = quotedValue ?? bareValue ?? '';
    const quoted = quotedValue !== undefined && pattern === ENTRY;
    if (found.length >= MAX_ASSIGNMENTS || !fitsName(name, value) || !looksSecret(value, quoted, true))
      continue;
    const start = match.index + whole.lastIndexOf(value);
    found.push({ id: 'assignment', start, end: start + value.length, value });
  }
  return found;
}

/** Assignments such as `password = "…"`, with values that are not placeholders. */
export function genericSecrets(text: string): FoundSecret[] {
  const assignments = assignmentsIn(text);
  return [
    ...assignments,
    ...comparisonsIn(text, MAX_ASSIGNMENTS - assignments.length),
    ...sentencesIn(text),
    ...(text.includes('`') ? backticksIn(text) : []),
    ...abbreviatedIn(text),
    ...(text.includes('</') ? fieldsOf(text, ELEMENT) : []),
    ...(/value/i.test(text) ? fieldsOf(text, ENTRY) : []),
  ];
}
