import { type MailLine, setKind } from './parts.ts';

/** RFC 3676 4.3; the blank gets lost on the way. */
const DELIMITER = /^--\s?$/;
/** Longer ones may be text. */
const MOST_SIGNATURE_LINES = 20;

const DEVICE =
  'iphone|ipad|ipod|android|smartphone|blackberry|galaxy|samsung|huawei|xiaomi|handy|my (?:phone|mobile|tablet|cell)|téléphone|mein(?:em|er)? (?:telefon|handy|mobil)|teléfono|móvil|cellulare|celular|telemóvel|telefoon|mobiel|telefonu|' +
  'outlook|yahoo|gmx|web\\.de|mailbird|bluemail|proton|tutanota|zoho|thunderbird|k-9|aol|fastmail|superhuman|gmail|メール|邮箱|手机|телефона?|почт[аыеу]';
/** Names of programs that are words too. */
const NAMES =
  /(?:^|\P{L})(?:Mail|E-Mail|Windows|Spark|Spike|HEY|Boxer|Pixel|Mobile|Aqua|Newton|Edison|Tuta|iOS)(?!\p{L})/u;
/** How such lines begin, in the languages of the devices. */
const SENT =
  'sent (?:from|via|with|by|using)|get bluemail|gesendet (?:von|mit|aus)|von meine[mr](?:/meiner)? .{2,40} gesendet|mit .{2,40} gesendet|diese nachricht wurde von|envoyé (?:de|depuis|à partir|avec)|' +
  'enviado (?:desde|do|de|con|com|pelo|através)|inviato (?:da|dal|con)|verzonden (?:vanaf|vanuit|met|via)|verstuurd (?:vanaf|vanuit|met|via)|wysłan[eoy] (?:z|ze|przez|za pomocą)|' +
  'отправлено (?:с|из|от)|надіслано (?:з|із)|skickat från|sendt fra|lähetetty|odesláno z|enviat des|gönderildi|' +
  'get outlook|outlook (?:für|voor|pour|per|para)|obtenir outlook|télécharger outlook|obtener outlook|descargar outlook|scarica outlook|ottieni outlook|obter o outlook|baixar o outlook|download outlook|' +
  'downloaden outlook|outlook downloaden|pobierz (?:aplikację )?outlook|скачать outlook|holen sie sich outlook|laden sie outlook';
const SENT_LINE = new RegExp(`^[\\s*_~•>-]{0,4}(?:${SENT})(?=[\\s:]|$).{0,120}$`, 'iu');
const DEVICE_WORD = new RegExp(`(?:^|[^\\p{L}])(?:${DEVICE})`, 'iu');
/** Languages that put the device first, or whose words have no gaps. */
const DEVICE_LINES =
  /^\s{0,3}(?:(?:私の)?(?:iPhone|iPad|Android|スマートフォン).{0,15}から(?:送信|送信されました)|(?:从|發自|发自)\s?(?:我的)?\s?.{2,40}?(?:发送|傳送)?|(?:获取|获取适用于|下载).{0,30}Outlook.{0,30}|Outlook for (?:iOS|Android)\s?を(?:入手|取得).{0,10}|(?:나의|내)?\s?iPhone에서 보냄|iPhone'umdan gönderildi|Hanki Outlook .{0,40}|Hämta Outlook .{0,40}|Yahoo!?メール.{0,30}から送信|Gmail .{0,20}から送信)\s*(?:\[[^\]\s]{1,300}\]|<[^>\s]{1,300}>)?\s*$/iu;
const LINK_AT_END = /\s*(?:\[[^\]\s]{1,300}\]|<[^>\s]{1,300}>)/g;
const LONGEST_DEVICE_LINE = 130;

/** Whether a program wrote the line by itself, as `Sent from my iPhone`. */
export function isDeviceLine(text: string): boolean {
  const bare = text.replace(LINK_AT_END, '').trim();
  if (bare.length < 8 || bare.length > LONGEST_DEVICE_LINE || /[?]$/.test(bare)) return false;
  return DEVICE_LINES.test(bare) || (SENT_LINE.test(bare) && (DEVICE_WORD.test(bare) || NAMES.test(bare)));
}

/** Marks signatures at the end of the writer's words, from `start` to `end`. */
export function markSignatures(lines: MailLine[], start: number, end: number): void {
  const delimiter = findDelimiter(lines, start, end);
  if (delimiter !== null) setKind(lines, 'signature', delimiter, end);
  let below = delimiter ?? end;
  let last = lastFilled(lines, start, below);
  while (last >= start && isDeviceLine(lines[last]?.text ?? '') && isFirstOfParagraph(lines, last)) {
    setKind(lines, 'signature', last, below);
    below = last;
    last = lastFilled(lines, start, last);
  }
  const contact = contactBlock(lines, start, last + 1);
  if (contact !== null) setKind(lines, 'signature', contact, last + 1);
}

/** Within a paragraph it would be the writer's. */
function isFirstOfParagraph(lines: readonly MailLine[], index: number): boolean {
  const before = lines[index - 1];
  return before === undefined || before.isBlank || before.kind !== 'own' || DELIMITER.test(before.text);
}

function lastFilled(lines: readonly MailLine[], start: number, end: number): number {
  let last = end - 1;
  while (last >= start && (lines[last]?.isBlank || lines[last]?.kind !== 'own')) last--;
  return last;
}

/** The last delimiter: an earlier one may stand in a text that the writer pasted. */
function findDelimiter(lines: readonly MailLine[], start: number, end: number): number | null {
  let filled = 0;
  for (let index = end - 1; index >= start && filled <= MOST_SIGNATURE_LINES; index--) {
    const line = lines[index];
    if (line === undefined || line.isBlank) continue;
    if (line.kind === 'own' && DELIMITER.test(line.text)) return index;
    filled++;
  }
  return null;
}

const CONTACT =
  /^(?:[\s*•|]{0,3}(?:(?:t|f|m|p|e|w|tel|telefon|teléfono|telefone|telefoon|téléphone|tél|phone|mobile|mobil|móvil|handy|cell|cellulare|fax|office|direct|email|e-mail|mail|web|www|тел|моб|電話|携帯|tel\/fax|手机|电话|传真|邮箱)\.?\s?[:：.|]|[+(]?\d[\d\s()./-]{6,24}\d$|https?:\/\/\S{4,200}$|www\.\S{4,200}$|<?[^\s<>@]{1,64}@[^\s<>@]{1,200}>?$))/iu;
const LONGEST_CONTACT_LINE = 90;
const MOST_CONTACT_LINES = 10;
const SENTENCE = /[.!?。？！]\s*$|[.!?]\s+\p{Lu}/u;
const CLOSING =
  /^(?:(?:kind|best|warm|many)? ?(?:regards|wishes|thanks)|best|cheers|thanks|thank you|sincerely|yours|mit (?:freundlichen|besten|lieben)|(?:viele|beste|liebe|freundliche|schöne) grüße|gruß|cordialement|bien (?:à vous|cordialement)|meilleures|saludos|un saludo|atentamente|cordiali saluti|saluti|distinti|atenciosamente|cumprimentos|abraços|met vriendelijke|groet|vriendelijke|pozdrawiam|z poważaniem|с уважением|よろしく|敬具|此致|祝好|谢谢)/iu;

/** The first line of a block of contacts; null where it may be text. */
function contactBlock(lines: readonly MailLine[], start: number, end: number): number | null {
  let first = end;
  let contacts = 0;
  while (first > start && end - first < MOST_CONTACT_LINES) {
    const { text, isBlank, kind } = lines[first - 1] ?? { text: '', isBlank: true, kind: 'own' };
    if (isBlank || kind !== 'own') break;
    if (text.length > LONGEST_CONTACT_LINE || CLOSING.test(text.trim())) break;
    if (CONTACT.test(text.trim())) contacts++;
    else if (SENTENCE.test(text) || /^[\s]*[-*•\d]/.test(text) || text.endsWith(':')) break;
    first--;
  }
  // The closing has the name below it.
  const isBelowClosing = first > start && CLOSING.test(lines[first - 1]?.text.trim() ?? '');
  const from = isBelowClosing ? first + 1 : first;
  const isAtStart = from <= start || !lines.slice(start, from).some((line) => !line.isBlank);
  const isBlock = contacts >= 2 && contacts * 3 >= end - first && !isAtStart;
  return isBlock && (isBelowClosing || isApart(lines, first)) ? from : null;
}

/** Contacts below a colon are what the writer tells. */
function isApart(lines: readonly MailLine[], first: number): boolean {
  if (lines[first - 1]?.isBlank !== true) return false;
  const before = lines.slice(0, first).findLast(({ isBlank }) => !isBlank);
  return before !== undefined && !/[:：]$/.test(before.text);
}
