import { entropy } from './entropy.ts';
import type { FoundSecret } from './found.ts';
import { isTokenName, isTutorialPassword } from './placeholder.ts';

/** User name and password in the authority of a URL. */
const URL_CREDENTIALS =
  /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@"'<>{}$]{0,100}:(?!\d{1,5}[#?\\])([^\s/@"'<>{}]{4,200})@[\w.-]{1,200}/gi;
const AUTH_HEADER =
  /\bauthorization["']?\s{0,3}[:=]\s{0,3}["']?(basic|bearer|token|apikey|api-key|api-token)\s{1,3}([\w.=~@+/-]{8,2000})/gi;
/** Without the header name only a long token with digits differs from prose. */
const BEARER = /\bbearer\s{1,3}((?=[A-Za-z_.=~+/-]{0,60}\d)[\w.=~+/-]{20,2000})/gi;
/** Basic credentials are base64 (RFC 7617). */
const BASIC = /^[A-Za-z0-9+/_-]{8,}={0,3}$/;

/** A command with the lines that a backslash continues. */
const CURL = /\bcurl\b(?:[^\n\\]|\\(?:\r?\n)?){0,4000}/g;
const CURL_USER =
  /\s(?:-[uU]|--(?:proxy-)?user)(?:\s{1,4}|=)?["']?([^\s:"']{0,100}["']?:["']?([^\s"']{3,200}))/g;
/** A key as a user name without password; without the colon curl asks for one. */
const CURL_USER_KEY = /\s(?:-u|--user)(?:\s{1,4}|=)?["']?((?=[\w-]{0,100}\d)([\w-]{12,200})):?(?=["'\s]|$)/g;
const CURL_HEADER =
  /\s(?:-H|--header)[\s=]{0,4}["'](?!(?:x-)?idempotency|sec-|(?:ssh|public)-key)[\w-]{0,30}(?:token|key|auth|secret)[\w-]{0,20}\s{0,3}:\s{0,3}(?:(?:bearer|token)\s)?(([\w.=~@+/-]{8,2000}))["']/gi;
/** Least entropy of a token in a header, in bits per character. */
const TOKEN_ENTROPY = 2.5;

const BEARER_ENTROPY = 3.5;

const isToken = (value: string) => !isTokenName(value) && entropy(value) >= TOKEN_ENTROPY;

interface Option {
  readonly id: string;
  /** The first group is marked, the second is the secret in it. */
  readonly pattern: RegExp;
  readonly accepts: (secret: string) => boolean;
}

const CURL_OPTIONS: readonly Option[] = [
  { id: 'curl-user', pattern: CURL_USER, accepts: (password) => !isTutorialPassword(password) },
  { id: 'curl-user', pattern: CURL_USER_KEY, accepts: isToken },
  { id: 'curl-header', pattern: CURL_HEADER, accepts: isToken },
];

function secretsOfCommand(command: string, offset: number): FoundSecret[] {
  const found: FoundSecret[] = [];
  for (const { id, pattern, accepts } of CURL_OPTIONS) {
    for (const match of command.matchAll(pattern)) {
      const [whole, value = '', secret = ''] = match;
      if (!accepts(secret.replace(/^\{|\}$/g, ''))) continue;
      const start = offset + match.index + whole.lastIndexOf(value);
      found.push({ id, start, end: start + value.length, value });
    }
  }
  return found;
}

/** A password as the option of a command. */
const COMMAND_PASSWORD =
  /\b(?:sshpass\s{1,4}-p\s{0,4}|https?\s{1,4}-a\s{1,4}[^\s:]{1,60}:|docker\s{1,4}login\b[^\n]{0,200}?\s-p\s{1,4}|mysql(?:dump|admin)?\b[^\n]{0,200}?\s-p|redis-cli\b[^\n]{0,200}?\s-a\s{1,4}|psexec\b[^\n]{0,200}?\s-p\s{1,4})["']?([^\s"'<-][^\s"']{4,100})/gi;

function passwordsOfCommands(text: string): FoundSecret[] {
  const found: FoundSecret[] = [];
  for (const match of text.matchAll(COMMAND_PASSWORD)) {
    const value = match[1] ?? '';
    if (isTutorialPassword(value) || !/\d/.test(value)) continue;
    const start = match.index + match[0].lastIndexOf(value);
    found.push({ id: 'command-password', start, end: start + value.length, value });
  }
  return found;
}

/** Credentials in URLs, in request headers and in commands that make requests. */
export function transportSecrets(text: string): FoundSecret[] {
  const found: FoundSecret[] = [];
  for (const match of text.matchAll(URL_CREDENTIALS)) {
    const value = match[1] ?? '';
    if (isTutorialPassword(value)) continue;
    const start = match.index + match[0].lastIndexOf(value);
    found.push({ id: 'url-credentials', start, end: start + value.length, value });
  }
  for (const match of text.matchAll(AUTH_HEADER)) {
    const [whole, scheme = '', value = ''] = match;
    if (!isToken(value) || (scheme.toLowerCase() === 'basic' && !BASIC.test(value))) continue;
    const start = match.index + whole.lastIndexOf(value);
    found.push({ id: 'authorization-header', start, end: start + value.length, value });
  }
  for (const match of text.matchAll(BEARER)) {
    const value = match[1] ?? '';
    if (!isToken(value) || entropy(value) < BEARER_ENTROPY) continue;
    const end = match.index + match[0].length;
    found.push({ id: 'bearer', start: end - value.length, end, value });
  }
  found.push(...passwordsOfCommands(text));
  for (const command of text.matchAll(CURL)) found.push(...secretsOfCommand(command[0], command.index));
  return found;
}
