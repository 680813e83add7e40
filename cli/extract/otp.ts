import { type Readable, withoutAddresses } from './text.ts';

/** One-time codes: what looks like one and stands near a word that announces one. */

/** Words that announce a code, in the languages in which services write; stems where words are inflected. */
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

/** Words that say that a number is something else. */
const OTHER =
  /(?:order|invoice|ticket|case|ref(?:erence)?|account|customer|tracking|phone|tel|fax|bestellung|rechnung|kunden|pedido|factura|commande|facture|ordine|fattura|bestelling|factuur|заказ|订单|注文|주문)(?:\s*(?:number|no\.?|nr\.?|id|n[°º]))?\s*[:#]?\s*#?$/iu;

/** `123456`, `123 456`, `123-456`, `G-123456`, `7F3K2Q`, `ABC-123`. */
const CANDIDATE =
  /(?<![\p{L}\p{N}_.,:/#€$£¥+-])(?:\d{4,8}|\d{3}[ -]\d{3}|\d{4}[ -]\d{4}|\d{2}(?: \d{2}){2}|[A-Z]{1,3}-\d{4,8}|(?=[A-Z0-9]*\d)(?=[A-Z0-9]*[A-Z])[A-Z0-9]{5,8}|(?=[A-Z0-9-]*\d)[A-Z0-9]{3,4}-[A-Z0-9]{3,4})(?![\p{L}\p{N}_%€$£¥]|[.,:/-]\p{N})/gu;

/** How far before a code a word may announce it, and how far after. */
const REACH = { before: 90, after: 45, beforeLine: 250 };
/** A code that stands in a line of its own is one even when the word is far. */
const ALONE = 30;

interface Candidate {
  readonly code: string;
  readonly score: number;
}

/** The one-time code of a message as it is to be typed in; null when none is announced. */
export function findCode({ subject, body }: Readable): string | null {
  const text = withoutAddresses(`${subject}\n${body}`).normalize('NFKC');
  const words = [...text.matchAll(ANNOUNCING)].map(({ index, 0: word }) => ({
    start: index,
    end: index + word.length,
  }));
  let best: Candidate | null = null;
  for (const { index, 0: found } of text.matchAll(CANDIDATE)) {
    const score = scoreOf(text, index, found, words);
    if (score !== null && (best === null || score > best.score)) best = { code: found, score };
  }
  return best && typed(best.code);
}

function scoreOf(
  text: string,
  start: number,
  found: string,
  words: readonly { readonly start: number; readonly end: number }[],
): number | null {
  const end = start + found.length;
  if (OTHER.test(text.slice(Math.max(0, start - 40), start))) return null;
  const alone = isAlone(text, start, end);
  const before = alone ? REACH.beforeLine : REACH.before;
  let nearest = Number.POSITIVE_INFINITY;
  for (const word of words) {
    // The announcing word is no code, and a code announces nothing.
    if (word.start < end && word.end > start) continue;
    const gap = word.end <= start ? start - word.end : word.start - end;
    const reach = word.end <= start ? before : REACH.after;
    if (gap <= reach) nearest = Math.min(nearest, word.end <= start ? gap : gap * 2);
  }
  if (nearest === Number.POSITIVE_INFINITY) return null;
  const digits = found.replace(/\D/g, '').length;
  const usual = digits === 6 ? 20 : 0;
  const year = /^(?:19|20)\d\d$/.test(found) ? -60 : 0;
  return (alone ? ALONE : 0) + usual + year - nearest;
}

function isAlone(text: string, start: number, end: number): boolean {
  const line = text.slice(text.lastIndexOf('\n', start - 1) + 1, endOfLine(text, end));
  return line.replace(/[\s*_>|"'“”.]/g, '') === text.slice(start, end).replace(/\s/g, '');
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
}

/** Spaces and hyphens between digits are for the eye; `G-` belongs to the message, not to the code. */
function typed(found: string): string {
  if (/^[\d -]+$/.test(found)) return found.replace(/\D/g, '');
  return found.replace(/^[A-Z]-(?=\d+$)/, '');
}
