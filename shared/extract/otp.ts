import { joined, type Readable, withoutAddresses } from './text.ts';

/** One-time codes: candidates near a word that announces one. */

/** Words that announce a code, in the languages of services; stems of inflected words. */
const ANNOUNCING = new RegExp(
  [
    ...[
      '\\bcodes?\\b',
      'pass ?code',
      '\\botp\\b',
      'one[- ]time',
      '\\bpins?\\b',
      'verif',
      '2fa',
      'two[- ]factor',
    ],
    ...['log[- ]?in', 'sign[- ]?in', 'authenticat', 'confirm'],
    ...['sicherheits', 'bestätigung', 'einmal', 'kennwort', 'anmelde', '\\btan\\b', 'zugangs'],
    ...['código', 'codigo', 'clave', 'contraseña', 'contrasinal', 'senha', 'verifica', 'acceso', 'acesso'],
    ...['codice', 'conferma', 'vérif', 'connexion', 'mot de passe', 'usage unique'],
    ...['verificatie', 'eenmalig', 'inlog', 'kod(?:e|en|u)?\\b', 'bekräft', 'engång', 'engangs', 'bekreft'],
    ...[
      'vahvistus',
      'koodi',
      'doğrulama',
      'weryfik',
      'jednoraz',
      'ověř',
      'jednoráz',
      'megerősít',
      'cod(?:ul)?\\b',
    ],
    ...['код', 'пароль', 'подтвержд', 'підтвердж', 'κωδικ', 'קוד', 'رمز', 'कोड', 'รหัส', 'mã xác', 'mã otp'],
    ...[
      '验证码',
      '驗證碼',
      '校验码',
      '动态码',
      '動態',
      '密码',
      '密碼',
      '認証',
      '確認コード',
      'コード',
      'ワンタイム',
    ],
    ...['인증', '코드', '비밀번호'],
  ].join('|'),
  'giu',
);

/** Words that mark a number as something else. */
const OTHER =
  /(?:order|invoice|ticket|case|ref(?:erence)?|account|customer|tracking|phone|tel|fax|bestellung|rechnung|kunden|pedido|factura|commande|facture|ordine|fattura|bestelling|factuur|заказ|订单|注文|주문)(?:\s*(?:number|no\.?|nr\.?|id|n[°º]))?\s*[:#]?\s*#?$/iu;

/**
 * `123456`, `123 456`, `123-456`, `1 2 3 4 5 6`, `G-123456`, `7F3K2Q`, `ABC-123`. A colon before it belongs
 * to its label.
 */
const CANDIDATE =
  /(?<![\p{L}\p{N}_.,/#€$£¥+-])(?<!\p{N}:)(?:\d{4,8}|\d{3}[ -]\d{3}|\d{4}[ -]\d{4}|\d{2}(?: \d{2}){2}|\d(?: {1,2}\d){3,7}|[A-Z]{1,3}-\d{4,8}|(?=[A-Z0-9]*\d)(?=[A-Z0-9]*[A-Z])[A-Z0-9]{5,8}|(?=[A-Z0-9-]*\d)[A-Z0-9]{3,4}-[A-Z0-9]{3,4}|[A-Za-z0-9]{3,4}-[A-Za-z0-9]{3,4})(?![\p{L}\p{N}_%€$£¥]|[.,:/-]\p{N}|-\p{L})/gu;

/** Characters between a code and the word that announces it, before and after. */
const REACH = { before: 90, after: 45, beforeLine: 250 };
/** A code on a line of its own may be further from its word. */
const ALONE = 30;
/**
 * Characters between an announcing word and four digits that could be a year, as in dates and copyright
 * lines.
 */
const YEAR_REACH = 12;

/**
 * `ABC-DEF`, `aB3-x9Z`: words with a hyphen look the same, so only a code that is introduced as one counts.
 */
const WORDLIKE = /^(?=.*[A-Za-z])[A-Za-z0-9]+-[A-Za-z0-9]+$/;
/** Digits and capitals as services mix them, and no `May-2024` or `Wi-Fi`. */
const MIXED = /^(?:[A-Z-]+|(?=.*\d)(?=.*[a-z]).*|.*[a-z][A-Z].*)$/;
const MONTH = /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec|june|july)-\d/i;
/** Words and punctuation directly before a code in a sentence. */
const INTRODUCED = /(?:[:=]|(?<!\p{L})(?:is|ist|est|es|é|è|use|enter|code))[\s*_"'“(]*$/iu;

/** `brave-otter-sings`: like `WORDLIKE`, only a code that is introduced as one counts. */
const WORDS = /(?<![\p{L}\p{N}_.,/@-])[A-Za-z]{3,12}(?:-[A-Za-z]{3,12}){2,5}(?![\p{L}\p{N}_/@-]|[.:]\p{L})/gu;
/** Compounds of a language have these: `end-and-start`, `ready-for-use`. */
const FUNCTION_WORD =
  /(?:^|-)(?:the|and|not|non|but|for|with|from|out|off|all|you|your|our|are|one|than)(?:-|$)/i;

interface CodeCandidate {
  readonly code: string;
  readonly score: number;
}

/** A word that announces a code, by its place. */
interface Word {
  readonly start: number;
  readonly end: number;
}

/** The one-time code of a message as it's typed in; null without an announced one. */
export function findCode({ subject, body }: Readable): string | null {
  const text = joined(withoutAddresses(`${subject}\n${body}`).normalize('NFKC'));
  const words = [...text.matchAll(ANNOUNCING)].map(({ index, 0: word }) => ({
    start: index,
    end: index + word.length,
  }));
  let best: CodeCandidate | null = null;
  let next = 0;
  for (const { index, 0: found } of candidatesOf(text)) {
    while (next < words.length && (words[next]?.end ?? 0) <= index) next++;
    // "ONE-TIME" announces a code and is none.
    if ((words[next]?.start ?? Number.POSITIVE_INFINITY) < index + found.length) continue;
    // The announcing word is no code, and a code announces nothing.
    const after = words.slice(next, next + found.length).find(({ start }) => start >= index + found.length);
    const score = scoreOf(text, { found, start: index }, { before: words[next - 1], after });
    if (score !== null && (best === null || score > best.score)) best = { code: found, score };
  }
  return best && typed(best.code);
}

/** Codes of digits and capitals, and those of words, by their place. */
function candidatesOf(text: string): RegExpExecArray[] {
  const found = [...text.matchAll(CANDIDATE), ...text.matchAll(WORDS)];
  return found.sort((one, other) => one.index - other.index);
}

function scoreOf(
  text: string,
  { found, start }: { readonly found: string; readonly start: number },
  { before, after }: { readonly before: Word | undefined; readonly after: Word | undefined },
): number | null {
  const end = start + found.length;
  if (OTHER.test(text.slice(Math.max(0, start - 40), start))) return null;
  const alone = isAlone(text, start, end);
  const isPlain = (!WORDLIKE.test(found) && !isOfWords(found)) || /^(?=.*\d)[A-Z0-9-]+$/.test(found);
  const mayBeCode = isOfWords(found) ? !FUNCTION_WORD.test(found) : isMixed(found);
  if (!isPlain && !(mayBeCode && (alone || isIntroduced(text, start)))) return null;
  const gaps = {
    before: before ? start - before.end : Number.POSITIVE_INFINITY,
    after: after ? after.start - end : Number.POSITIVE_INFINITY,
  };
  const nearest = Math.min(
    gaps.before <= (alone ? REACH.beforeLine : REACH.before) ? gaps.before : Number.POSITIVE_INFINITY,
    gaps.after <= REACH.after ? 2 * gaps.after : Number.POSITIVE_INFINITY,
  );
  if (nearest === Number.POSITIVE_INFINITY) return null;
  const digits = found.replace(/\D/g, '').length;
  const usual = digits === 6 ? 20 : 0;
  if (nearest > YEAR_REACH && /^(?:19|20)\d\d$/.test(found)) return null;
  return (alone ? ALONE : 0) + usual - nearest;
}

function isOfWords(found: string): boolean {
  return /^[A-Za-z]+(?:-[A-Za-z]+){2,}$/.test(found);
}

function isMixed(found: string): boolean {
  return MIXED.test(found) && !MONTH.test(found);
}

function isIntroduced(text: string, start: number): boolean {
  return INTRODUCED.test(text.slice(Math.max(0, start - MARGIN), start));
}

/** Marks around a code that stands by itself; a line with more in it is a sentence. */
const MARGIN = 40;

function isAlone(text: string, start: number, end: number): boolean {
  const left = text.slice(Math.max(0, start - MARGIN), start);
  const right = text.slice(end, end + MARGIN);
  const lineStart = left.lastIndexOf('\n') + 1;
  const lineEnd = right.indexOf('\n');
  if (lineStart === 0 && start > MARGIN) return false;
  if (lineEnd === -1 && end + MARGIN < text.length) return false;
  const around = left.slice(lineStart) + (lineEnd === -1 ? right : right.slice(0, lineEnd));
  return around.replace(/[\s*_>|"'“”.]/g, '') === '';
}

/** Removes spaces and hyphens between digits, and the prefix `G-`. */
function typed(found: string): string {
  if (/^[\d -]+$/.test(found)) return found.replace(/\D/g, '');
  return found.replace(/^[A-Z]-(?=\d+$)/, '');
}
