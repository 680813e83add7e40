import { linksIn } from './links.ts';
import type { Readable } from './text.ts';

/** Links that sign in, confirm or reset: those with a token, near a word for what they do. */

/** Words for what such a link does, in its address or its label. */
const PURPOSE =
  /verif|confirm|activat|validat|sign[-_ ]?in|\blog[-_ ]?(?:in|on)|magic|auth(?!or)|reset|passwor[dt]|recover|unlock|invit|accept|approve|enrol|opt[-_ ]?in|one[-_ ]time|bestätig|anmeld|aktivier|zurücksetz|passwort|confirma|activa|acceder|iniciar|restablec|contraseña|connexion|connecter|réinitialis|mot de passe|conferma|accedi|attiva|senha|entrar|bevestig|inlog|aanmeld|wachtwoord|bekräft|bekreft|logga|potwierd|zaloguj|подтверд|войти|вход|пароль|確認|認証|ログイン|验证|登录|確認|인증|로그인/iu;
/** Links of the same message that never do it, though they carry tokens too. */
const OTHER_PURPOSE =
  /unsubscri|opt[-_ ]?out|preference|abmeld|abbestell|désinscri|desuscri|cancelar-sus|privacy|terms|legal|support|help|faq|view[-_ ]in[-_ ]browser|\.(?:png|jpe?g|gif|svg|webp|css|ico)$/iu;
/** Query parameters that hold a token, however short. */
const TOKEN_NAMES =
  /^(?:.*token|.*code|.*key|.*hash|otp|otc|ticket|nonce|sig|signature|jwt|auth|secret|confirmation|verification|invite|invitation|t|c|k|id)$/iu;
/** Letters and digits without words, as generated tokens are. */
const TOKEN = /^(?=.*\d)(?=.*[A-Za-z])[\w~+=:-]{12,}$|^[A-Za-z\d_-]{32,}$|^\d{6,}$|^eyJ[\w.-]+$/u;

/** Characters before a link that can announce it. */
const LABEL = 160;

/** The link of a message that signs in or confirms; null without one. */
export function findSignInLink(readable: Readable): string | null {
  let best: { readonly link: string; readonly score: number } | null = null;
  for (const { link, before } of linksIn(readable)) {
    const score = scoreOf(new URL(link), before.slice(-LABEL));
    if (score !== null && (best === null || score > best.score)) best = { link, score };
  }
  return best?.link ?? null;
}

function scoreOf(url: URL, before: string): number | null {
  const address = decoded(`${url.pathname}${url.search}${url.hash}`);
  const label = labelOf(before);
  if (OTHER_PURPOSE.test(address) || OTHER_PURPOSE.test(label)) return null;
  if (!hasToken(url)) return null;
  const named = PURPOSE.test(address);
  const labelled = PURPOSE.test(label);
  const announced = PURPOSE.test(before);
  if (!named && !labelled && !announced) return null;
  return (named ? 4 : 0) + (labelled ? 3 : 0) + (announced ? 1 : 0);
}

/** The line of a link, or the line above when the link has its own. */
function labelOf(before: string): string {
  return (
    before
      .replace(/[\s<[("'*_>:]+$/u, '')
      .split('\n')
      .at(-1) ?? ''
  );
}

function hasToken(url: URL): boolean {
  const values = [...url.searchParams, ...new URLSearchParams(url.hash.replace(/^#[^=]*\?|^#\/?/, ''))];
  if (values.some(([name, value]) => value !== '' && (TOKEN_NAMES.test(name) || TOKEN.test(value))))
    return true;
  return `${url.pathname}/${url.hash.slice(1)}`.split('/').some((part) => TOKEN.test(part));
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
