import { type MailLine, setKind } from './parts.ts';

/** Legal notices below mail, told by words of two of these groups that stand close to each other. */

const SUBJECTS =
  /(?:this|the) (?:e-?mail|message|communication|transmission)|(?:diese|dieser) (?:e-?mail|nachricht|mail)|(?:ce|cet|le présent) (?:message|courriel|e-?mail|courrier)|(?:este|esta|el presente|la presente) (?:mensaje|correo|e-?mail|comunicación|mensagem)|(?:questo|questa|il presente|la presente) (?:messaggio|e-?mail|comunicazione|mail)|(?:esta|este) (?:mensagem|e-?mail)|(?:dit|deze) (?:e-?mail|bericht|e-mailbericht)|(?:niniejsza|ta|ten|niniejszy|treść) (?:wiadomość|e-?mail|mail|wiadomości)|(?:это|данное|настоящее) (?:сообщение|письмо|электронное)|(?:本|この|当)\s?(?:メール|電子メール|e-?mail)|本(?:邮件|電郵|电子邮件|郵件)|此(?:邮件|電郵|电子邮件|郵件)/iu;
const SECRETS =
  /confidential|privileged|proprietary|vertraulich|confidentiel|confidencial|riservat|confidenzial|vertrouwelijk|poufn|конфиденциальн|機密|秘密|保密|机密/iu;
const ERRORS =
  /intended (?:only |solely )?(?:for|recipient)|in error|addressee|irrtümlich|adressat|bestimmungsgemäß|richtige[rn]? (?:adressat|empfänger)|destinataire|par erreur|destinatario|por error|per errore|destinatário|por engano|por erro|geadresseerde|bestemd voor|per abuis|ten onrechte|adresat|omyłkow|przez pomyłkę|адресат|по ошибке|受信者|誤って|宛先|收件人|误收|錯誤|误发/iu;
const PAPER =
  /^(?:🌳|P|♻)?\s{0,3}(?:please )?(?:consider|think (?:of|about)) (?:the|our) environment before printing|denken sie an die umwelt|bitte prüfen sie.{0,40}ausgedruckt|pensez à l['’]environnement|antes de imprimir|pensi all['’]ambiente|prima di stampare|denk aan het milieu|pomyśl o środowisku|zanim wydrukujesz/iu;
/** A rule that some programs put above. */
const RULE = /^[-_*=─—~]{3,200}$/;
/** Characters of a paragraph that are looked at. */
const LOOKED_AT = 3000;

/** Marks notices at the end of the writer's words, from `start` to `end`. */
export function markFooters(lines: MailLine[], start: number, end: number): void {
  // A message that is nothing but a notice is about it.
  let words = start;
  while (words < end && lines[words]?.isBlank) words++;
  let last = end;
  for (;;) {
    while (last > start && isSkipped(lines[last - 1])) last--;
    let first = last;
    while (first > start && !lines[first - 1]?.isBlank && lines[first - 1]?.kind === 'own') first--;
    if (first === last || !isNotice(lines, first, last)) return;
    const from = RULE.test(lines[first - 1]?.text ?? '') ? first - 1 : first;
    if (words >= from) return;
    setKind(lines, 'footer', from, last);
    last = from;
  }
}

function isSkipped(line: MailLine | undefined): boolean {
  return line === undefined || line.isBlank || line.kind !== 'own' || RULE.test(line.text);
}

function isNotice(lines: readonly MailLine[], first: number, last: number): boolean {
  let text = '';
  for (let index = first; index < last && text.length < LOOKED_AT; index++) text += `${lines[index]?.text} `;
  if (PAPER.test(text) && text.length < 300) return true;
  return SECRETS.test(text) && ERRORS.test(text) && SUBJECTS.test(text);
}
