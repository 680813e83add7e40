import type { MailLine } from './parts.ts';

/** Sentences by which a writer says that the answers stand in the earlier message. */
const ANNOUNCEMENTS = [
  /\b(?:answers?|replies|reply|responses?|comments?|notes|remarks|feedback)\b.{0,40}\b(?:in-?line|below|in (?:red|blue|green|bold|the text))\b/iu,
  /\b(?:see|answered|replied|commented|responded) (?:in-?line|below in|inline below)\b|\bin-?line\b.{0,30}\b(?:answers?|repl|comments?)/iu,
  /(?:antworten?|kommentare?|anmerkungen).{0,40}(?:unten|inline|im text|in rot|in blau|rot markiert)/iu,
  /(?:réponses?|commentaires?|remarques).{0,40}(?:ci-dessous|dans le texte|en rouge|en bleu)/iu,
  /(?:respuestas?|comentarios?).{0,40}(?:abajo|debajo|más abajo|en rojo|en azul|en el texto)/iu,
  /(?:rispost[ae]|comment[oi]).{0,40}(?:sotto|di seguito|in rosso|in blu|nel testo)/iu,
  /(?:respostas?|comentários?).{0,40}(?:abaixo|em vermelho|em azul|no texto)/iu,
  /(?:antwoord(?:en)?|opmerkingen|reacties?).{0,40}(?:hieronder|onder|in het rood|in rood|in de tekst)/iu,
  /(?:odpowiedzi|komentarze|uwagi).{0,40}(?:poniżej|na czerwono|w tekście)/iu,
  /(?:ответы?|комментарии).{0,40}(?:ниже|красным|в тексте)/iu,
  /(?:回答|返信|コメント).{0,20}(?:下記|以下|インライン|赤字|文中)|(?:下記|以下|文中).{0,20}(?:回答|返信|コメント)/u,
  /(?:回复|答复|评论|意见|回覆).{0,20}(?:如下|下面|红|文中)|(?:见|請見|请见).{0,10}(?:红|下文|文中)/u,
];

/** Whether the words above an earlier message say that its text has answers in it. */
export function announcesAnswers(lines: readonly MailLine[]): boolean {
  return lines.some(
    ({ text, kind }) => kind === 'own' && ANNOUNCEMENTS.some((pattern) => pattern.test(text)),
  );
}
