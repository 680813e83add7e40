/**
 * Words of mail programs in the headers that they write above an earlier message, in any language that we
 * met.
 */

export type HeaderKey = 'from' | 'date' | 'to' | 'cc' | 'subject';

const KEYS: Readonly<Record<HeaderKey, string>> = {
  from:
    'from|von|de|da|van|od|fra|från|lähettäjä|feladó|odesílatel|odosielateľ|kimden|gönderen|de la|pošiljatelj|šalje|' +
    'expéditeur|remitente|mittente|afzender|absender|nadawca|remetente|från|' +
    'від|от|от кого|差出人|送信者|送信元|发件人|發件人|寄件者|寄件人|보낸 ?사람|보낸사람|从|mailto',
  date:
    'date|sent|sent at|datum|gesendet|gesendet am|envoyé|envoyé le|enviado|enviado el|enviado em|enviada em|enviada|fecha|data|' +
    'inviato|inviato il|verzonden|verzonden op|wysłano|wysłane|skickat|sendt|dato|lähetetty|päivämäärä|päiväys|' +
    'küldve|elküldve|dátum|odesláno|odoslané|tarih|gönderildi|gönderilme tarihi|trimis|dată|poslano|poslato|datum slanja|' +
    'дата|отправлено|надіслано|送信日時|送信日|日付|日時|发送时间|发送日期|傳送時間|寄件日期|日期|時間|时间|날짜|보낸 ?날짜|보낸 ?시간',
  to:
    'to|an|à|a|para|aan|do|till|til|vastaanottaja|címzett|komu|kime|alıcı|către|prima|za|pour|destinatario|destinataire|' +
    'кому|宛先|收件人|收件者|받는 ?사람|받는사람|per',
  cc: 'cc|bcc|kopie|copie|copia|cópia|kopia|kopi|kopio|másolat|másolatot kap|bilgi|dw|udw|копия|копія|抄送|副本|참조|mv|cc:',
  subject:
    'subject|betreff|objet|asunto|oggetto|assunto|onderwerp|temat|ämne|emne|aihe|tárgy|předmět|predmet|konu|subiect|' +
    'naslov|tema|sujet|тема|件名|主题|主旨|主題|標題|제목',
};

/** By the word in lower case. */
const KEY_OF = new Map<string, HeaderKey>();
for (const [key, words] of Object.entries(KEYS) as [HeaderKey, string][]) {
  for (const word of words.split('|')) {
    for (const form of word.includes(' ?') ? [word.replace(' ?', ''), word.replace(' ?', ' ')] : [word]) {
      KEY_OF.set(form, key);
    }
  }
}

/** Also in bold, as text made from HTML has it. */
const HEADER_LINE =
  /^[ \t]{0,4}\*{0,2}([\p{L}][\p{L}\p{M} .-]{0,24}?)\*{0,2}\s?[:：]\*{0,2}(?:\s|$|(?=[\p{L}<"\d]))(.*)$/u;

/** A line such as `Subject: Hello`. */
export interface HeaderLine {
  /** Null for a word that isn't known. */
  readonly key: HeaderKey | null;
  readonly value: string;
}

/** Null for a line that has no such form. */
export function headerLine(text: string): HeaderLine | null {
  const [, word, value = ''] = HEADER_LINE.exec(text) ?? [];
  if (word === undefined) return null;
  return { key: KEY_OF.get(word.trim().toLowerCase()) ?? null, value: value.trim() };
}

const ORIGINAL =
  'original message|original email|original appointment|reply message|previous message|ursprüngliche nachricht|originalnachricht|original-nachricht|' +
  "message d['’]origine|message original|message initial|mensaje original|correo original|messaggio originale|mensagem original|mensagem anterior|" +
  'oorspronkelijk bericht|origineel bericht|wiadomość oryginalna|oryginalna wiadomość|oryginalny komunikat|исходное сообщение|оригинальное сообщение|' +
  '元のメッセージ|元メール|オリジナルメッセージ|original message|原始邮件|原始郵件|原邮件|原始信件|원본 ?메(?:시지|일)|ursprungligt meddelande|originalmeddelande|' +
  'oprindelig meddelelse|original meddelelse|opprinnelig melding|alkuperäinen viesti|eredeti üzenet|původní zpráva|původní e-mail|pôvodná správa|' +
  'orijinal mesaj|özgün ileti|mesaj original|mesajul original|izvorna poruka|originalna poruka|вихідне повідомлення';

const FORWARDED =
  'forwarded message|forwarded email|begin forwarded message|forwarded by|weitergeleitete nachricht|weitergeleitete mail|anfang der weitergeleiteten nachricht|anfang der weitergeleiteten e-mail|' +
  'message transféré|message transmis|message réexpédié|début du message réexpédié|début du message transféré|courriel transféré|' +
  'mensaje reenviado|inicio del mensaje reenviado|mensaje reenviado|messaggio inoltrato|inizio messaggio inoltrato|' +
  'mensagem encaminhada|mensagem reencaminhada|início da mensagem encaminhada|início da mensagem reencaminhada|início de mensagem encaminhada|' +
  'doorgestuurd bericht|doorgezonden bericht|begin doorgestuurd bericht|wiadomość przekazana|przekazana wiadomość|przekazywana wiadomość|początek przekazywanej wiadomości|początek przekazanej wiadomości|treść przekazanej wiadomości|' +
  'пересылаемое сообщение|перенаправленное сообщение|пересланное сообщение|начало переадресованного сообщения|начало пересланного сообщения|переслане повідомлення|' +
  '転送されたメッセージ|転送メッセージ|転送|转发的邮件|转发邮件信息|开始转发的邮件|被转发邮件信息|轉寄郵件|以下是轉寄的郵件|전달된 ?메(?:시지|일)|전달된 메시지|' +
  'vidarebefordrat meddelande|vidarebefordrat mejl|vidaresänt meddelande|start på vidarebefordrat brev|börjar vidarebefordrat meddelande|videresendt meddelelse|videresendt besked|start på videresendt besked|videresendt melding|videresendt e-post|start på videresendt e-post|start på videresendt melding|begynnelse på videresendt melding|' +
  'välitetty viesti|edelleenlähetetty viesti|alkaa välitetty viesti|välitetty viesti alkaa|továbbított üzenet|továbbított levél|a továbbított levél kezdete|přeposlaná zpráva|začátek přeposílané zprávy|přeposlaný e-mail|preposlaná správa|začiatok preposlanej správy|' +
  'iletilen mesaj|yönlendirilmiş mesaj|iletilmiş mesaj|i̇letilmiş mesaj|İletilmiş Mesaj|iletilen mesajın başlangıcı|mesaj redirecționat|mesaj redirecţionat|început mesaj redirecționat|începe mesajul redirecționat|proslijeđena poruka|započni proslijeđenu poruku|početak proslijeđene poruke|prosleđena poruka';

const DASHES = String.raw`[-=_*─—–\s]`;
const ORIGINAL_LINE = new RegExp(
  `^${DASHES}{0,40}[-=_─—–]{2}${DASHES}{0,40}(?:${ORIGINAL})\\s?[:：]?${DASHES}{0,80}$`,
  'iu',
);
const FORWARD_LINE = new RegExp(`^${DASHES}{0,80}(?:${FORWARDED})\\s?[:：]?${DASHES}{0,80}$`, 'iu');
/** Programs that fold nothing write the header on the same line. */
const SAME_LINE = new RegExp(`^\\s{0,8}-{3,10}\\s?(?:(${ORIGINAL})|${FORWARDED})\\s?-{3,10}\\s`, 'iu');
/** As of a language that isn't listed; it counts above a header only. */
const DASHED_LINE = /^\s?(?:[-=]{3,40}\s{0,3}\S.{1,80}\S\s{0,3}[-=]{3,40}|[_—─]{10,200}|[-=]{5,200})$/u;
const PUNCTUATED = /[-=:：]/;

/** A line above an earlier message; `titled` has words that aren't known, and `line` has none. */
export type Separator = 'original' | 'forward' | 'titled' | 'line';

/** Whether a line says that an earlier message follows. */
export function separatorOf(text: string): Separator | null {
  const line = text.slice(0, 200).trim();
  const same = SAME_LINE.exec(`${line} `);
  if (same !== null) return same[1] === undefined ? 'forward' : 'original';
  if (line.length < 5) return null;
  if (ORIGINAL_LINE.test(line)) return 'original';
  if (PUNCTUATED.test(line) && FORWARD_LINE.test(line)) return 'forward';
  if (!DASHED_LINE.test(line)) return null;
  return /\p{L}/u.test(line) ? 'titled' : 'line';
}
