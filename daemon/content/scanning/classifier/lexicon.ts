import { FOREIGN } from './lexicon-foreign.ts';
import { IDEOGRAPHS, STEMS } from './lexicon-stems.ts';

/**
 * Classes of words that requests to a machine are made of. The classifier sees the order of these classes as
 * well as the words, so that it knows a request in words that it never met.
 */
const CLASSES: Readonly<Record<string, string>> = {
  answer:
    'response responses reply replies answer answers output outputs summary explanation result completion antwort zusammenfassung réponse respuesta risposta resposta ответ',
  modify:
    'add adds append appending insert inserting include including incorporate incorporating integrate integrating embed embedding augment enhance enrich extend modify adjust alter weave infuse blend merge fuse meld inject attach place introduce employ utilize adopt absorb assimilate combine slip work',
  mention:
    'mention mentions highlight promote advertise recommend endorse praise emphasize feature tease suggest suggesting encourage urge remind invite inviting warn claim assert advise',
  compose:
    'write writing compose draft generate create craft produce develop prepare devise author pen verfasse schreibe schreib schreiben erstelle écris rédige escribe redacta scrivi escreva напиши',
  explain:
    'explain describe define outline illustrate discuss clarify elaborate summarize summarise interpret analyze analyse evaluate assess examine compare contrast erkläre beschreibe explique explica spiega объясни',
  label:
    'classify categorize identify determine detect rate tag label judge estimate compute calculate solve extract',
  render:
    'translate encode encrypt encipher decode decipher render convert transform rewrite rephrase paraphrase reverse invert scramble shuffle jumble anagram capitalize obfuscate replace substitute swap express display übersetze traduis traduce traduci traduza переведи',
  remove: 'remove omit drop strip exclude eliminate leave misspell group',
  say: 'say print repeat output echo recite state utter respond reply answer sage antworte dis réponds di responde скажи ответь',
  show: 'show tell give provide reveal list display share disclose expose leak dump name offer zeige zeig nenne verrate gib montre donne muestra dame dime mostra dammi mostre покажи назови',
  send: 'send forward email mail transmit relay deliver upload post publish submit transfer wire pay exfiltrate sende schicke leite envoie transfère envía reenvía invia inoltra envie отправь перешли',
  operate:
    'delete erase wipe archive execute run invoke call trigger open visit click download install unlock disable enable grant authorize approve book schedule reserve purchase buy order subscribe unsubscribe change reset update search fetch retrieve browse lösche supprime borra cancella',
  drop: 'ignore ignoring disregard disregarding forget forgetting overlook override bypass skip neglect cease stop discard abandon ignoriere vergiss vergessen missachte oublie oubliez ignorez olvida ignora dimentica esqueça игнорируй забудь',
  earlier:
    'previous previously prior above preceding earlier foregoing before initial original former existing bisherigen vorherigen obigen précédentes anteriores precedenti предыдущие',
  orders:
    'instruction instructions directive directives command commands order orders rule rules prompt prompts guideline guidelines task tasks request requests query anweisungen aufgabe aufgaben aufträge befehle instruktionen vorgaben consignes tâche instrucciones istruzioni instruções инструкции',
  fresh:
    'new next now actual real instead different another additional updated following neue neuen neuer jetzt nun nouvelle nueva nuova nova новая',
  reader:
    'assistant assistants ai llm gpt chatgpt chatbot bot model agent copilot gemini claude summarizer language-model ki assistent',
  secret:
    'password passwords passcode passphrase secret secrets key keys token tokens credential credentials pin passwort geheim schlüssel contraseña clave contrasenya senha segreta пароль ключ',
  person: 'user users reader readers recipient recipients customer customers owner',
  form: 'base64 base32 base16 cipher caesar rot13 morse binary hexadecimal emoji emojis anagram anagrams leetspeak json markdown symbols letters vowels spaces typos uppercase lowercase backwards characters',
  genre:
    'poem poems haiku story stories essay speech letter song lyrics limerick joke riddle slogan paragraph tweet article script screenplay dialogue sonnet blog plot novel play recipe gedicht aufsatz poème historia cuento poesia',
  code: 'code snippet snippets codebase implementation algorithm function program script block excerpt section python javascript java php sql rust ruby golang typescript',
  feeling: 'sentiment mood tone emotion polarity attitude',
  quality:
    'benefits drawbacks advantages disadvantages difference differences functions causes effects symptoms principles importance process concept theory history capital meaning',
  role: 'pretend imagine roleplay act simulate character persona role mode dan jailbreak unfiltered uncensored rolle',
  tool: 'tool tools api plugin function email_tool inbox mailbox calendar contacts attachment files account wallet',
  must: 'must shall required mandatory immediately important critical urgent always never only exactly',
  hush: 'silently quietly secretly discreetly unnoticed without nobody hide conceal unaware covertly heimlich stillschweigend unbemerkt ohne niemandem secrètement discrètement sans personne secretamente silenciosamente sin nadie segretamente senza nessuno sem ninguém zonder niemand bez nikomu тайно незаметно без никому молча gizlice kimseye diam-diam tanpa siapapun lihim bí चुपचाप गुप्त গোপনে سرا دون 몰래 조용히',
  money:
    'payment payments invoice invoices refund bank iban card cards money funds bitcoin crypto fee salary payout payroll voucher rechnung zahlung überweisung konto geld gehalt facture paiement virement argent factura pago transferencia dinero fattura pagamento bonifico soldi fatura dinheiro betaling rekening płatność pieniądze оплата перевод деньги ödeme para pembayaran uang bayad भुगतान টাকা دفع 결제',
  address: 'mailmail urlurl',
  question:
    'what which who whom whose when where why how was wer wie wann warum wo quel quelle comment pourquoi qué cuál cómo quién dónde cosa quale come qual что как кто где',
};

/** Hash of a word as the feature extractor computes it. */
export function hashWord(word: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < word.length; index++)
    hash = Math.imul(hash ^ word.charCodeAt(index), 0x01000193);
  return hash;
}

const CLASS_NUMBERS = new Map(Object.keys(CLASSES).map((name, index) => [name, index + 1]));

function numbered(classes: Readonly<Record<string, string>>): (readonly [number, number])[] {
  return Object.entries(classes).flatMap(([name, words]) =>
    words.split(' ').map((word) => [hashWord(word), CLASS_NUMBERS.get(name) ?? 0] as const),
  );
}

/**
 * Number of the class of a word, by the word's hash; absent for most words. What is English too has its
 * English class.
 */
export const classOfWord: ReadonlyMap<number, number> = new Map([...numbered(FOREIGN), ...numbered(CLASSES)]);

/** Stems in Latin letters are longer than this: shorter ones begin words of every language. */
const SHORTEST_LATIN_STEM = 4;
const LAST_LATIN = 0x24f;

const isLongStem = (stem: string) => stem.charCodeAt(0) > LAST_LATIN || stem.length >= SHORTEST_LATIN_STEM;

const classOfStem: ReadonlyMap<number, number> = new Map(
  Object.entries(STEMS).flatMap(([name, stems]) =>
    numbered({ [name]: stems.split(' ').filter(isLongStem).join(' ') }),
  ),
);

/** Number of the class of a word by its longest known stem. */
export function classByStem(text: string, start: number, end: number): number | undefined {
  let hash = 0x811c9dc5;
  let wordClass: number | undefined;
  for (let index = start; index < end; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
    wordClass = classOfStem.get(hash) ?? wordClass;
  }
  return wordClass;
}

const LONGEST_IDEOGRAPHS = 12;
const classByIdeographs: ReadonlyMap<number, number> = new Map(numbered(IDEOGRAPHS));
const firstIdeographs = new Set(
  Object.values(IDEOGRAPHS).flatMap((words) => words.split(' ').map((word) => word.charCodeAt(0))),
);

/** Number of the class of the longest known word that begins here, in scripts without spaces. */
export function classOfIdeographs(text: string, start: number): number | undefined {
  if (!firstIdeographs.has(text.charCodeAt(start))) return undefined;
  let hash = 0x811c9dc5;
  let wordClass: number | undefined;
  const end = Math.min(text.length, start + LONGEST_IDEOGRAPHS);
  for (let index = start; index < end; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
    wordClass = classByIdeographs.get(hash) ?? wordClass;
  }
  return wordClass;
}
