/** Beginnings of the subjects of absence notes and automatic answers, as mail programs write them. */
const ANSWERS = [
  // English
  ...['automatic reply', 'automatic response', 'auto reply', 'auto-reply', 'autoreply', 'auto response'],
  ...['auto-response', 'autoresponse', 'out of office', 'out of the office', 'out-of-office', 'ooo'],
  ...['vacation', 'vacation reply', 'on vacation', 'on holiday', 'away from my mail', 'auto'],
  // German
  ...['automatische antwort', 'abwesenheitsnotiz', 'abwesenheit', 'abwesend', 'ich bin abwesend'],
  ...['außer haus', 'nicht im büro', 'eingangsbestätigung', 'urlaub', 'im urlaub'],
  // French
  ...['réponse automatique', 'absence du bureau', 'absent du bureau', 'absente du bureau', 'absence'],
  ...["message d'absence", "notification d'absence", 'en congé', 'accusé de réception'],
  // Spanish
  ...['respuesta automática', 'fuera de la oficina', 'fuera de oficina', 'mensaje de ausencia', 'ausencia'],
  // Italian
  ...['risposta automatica', 'fuori ufficio', 'fuori sede', 'assenza', 'assente'],
  // Portuguese
  ...['resposta automática', 'fora do escritório', 'ausência temporária', 'ausência'],
  // Dutch
  ...['automatisch antwoord', 'automatische reactie', 'afwezig', 'afwezigheid', 'niet aanwezig'],
  // Swedish, Danish and Norwegian
  ...['automatiskt svar', 'automatisk svar', 'autosvar', 'frånvaro', 'frånvarande', 'ej på kontoret'],
  ...['ikke til stede', 'fravær'],
  // Polish
  ...['automatyczna odpowiedź', 'odpowiedź automatyczna', 'autoodpowiedź', 'nieobecność', 'poza biurem'],
  // Czech and Finnish
  ...['automatická odpověď', 'mimo kancelář', 'nepřítomnost', 'automaattinen vastaus', 'poissa'],
  // Russian
  ...['автоматический ответ', 'автоответ', 'вне офиса', 'нет на месте'],
  // Japanese
  ...['自動応答', '自動返信', '不在通知', '不在のお知らせ', '休暇のお知らせ'],
  // Chinese
  ...['自动回复', '自动答复', '自動回覆', '自動回復', '外出'],
];

/** Beginnings of answers to invitations, each before a colon. */
const CALENDAR_ANSWERS = [
  ...['accepted', 'declined', 'tentative', 'tentatively accepted', 'new time proposed'],
  ...['zugesagt', 'abgelehnt', 'mit vorbehalt', 'angenommen', 'vorläufig zugesagt'],
  ...['accepté', 'acceptée', 'refusé', 'refusée', 'provisoire', 'aceptado', 'aceptada', 'rechazado'],
  ...['rechazada', 'provisional', 'accettato', 'rifiutato', 'provvisorio', 'aceite', 'aceito', 'recusado'],
  ...['recusada', 'geaccepteerd', 'geweigerd', 'voorlopig', 'accepterat', 'tackat nej', 'accepteret'],
  ...['godtatt', 'avslått', 'zaakceptowano', 'odrzucono', 'принято', 'отклонено', '承諾', '辞退', '已接受'],
];

/** Longer than every beginning. */
const BEGINNING = 100;

const ANSWER_STARTS = ANSWERS.map(folded);
const CALENDAR_STARTS = new Set(CALENDAR_ANSWERS.map(folded));

/** Whether a subject begins like an automatic answer; `alone`: and names nothing else before a colon. */
export function isTitledAsAnswer(subject: string, { alone = false } = {}): boolean {
  const text = folded(subject.slice(0, BEGINNING)).replace(/^[[(【]/, '');
  return ANSWER_STARTS.some((start) => {
    if (!text.startsWith(start)) return false;
    const rest = text.slice(start.length);
    if (/^\s*[\])】]?\s*(?:[:：]|$)/.test(rest)) return true;
    // Short ones begin ordinary words and subjects too.
    return !alone && start.length > 4 && !/^[\p{L}\p{N}]/u.test(rest);
  });
}

/** Whether a subject begins like the answer to an invitation. */
export function isTitledAsCalendarAnswer(subject: string): boolean {
  const colon = subject.search(/[:：]/);
  return colon > 0 && CALENDAR_STARTS.has(folded(subject.slice(0, colon)));
}

/** In lower case without accents: programs write them in several ways, or leave them out. */
function folded(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();
}
