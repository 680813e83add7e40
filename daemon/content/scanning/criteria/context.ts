import { phrase } from './pattern.ts';

/**
 * Sentences that speak about harmful words: rules, refusals, news, courts, fiction, help. In the six
 * languages.
 */
const ABOUT = `
  policy|policies|guidelines|rules|regulations|code_of_conduct|charter|law ~6 ban*|forbid*|prohibit*|nam*|bar*|against|not_allow*
  bans|forbids|prohibits|prohibited|forbidden|banned|not_allowed|not_permitted|not_tolerated|not_acceptable|unacceptable|disallowed
  ?do not|dont|never|don_t tolerate|accept|allow|reply|respond|use|write
  cannot|can_t|cant|won_t|unable_to|not_able_to|will_not|refuse_to|must_not ~1 help|assist|write|provide|produce|create|generate|support|draft
  removed|remove|hide|hides|deleted|delete|moderator*|moderate ~4 comment*|post*|message*|content|statement*|account*|them
  posts|comments|messages|content|statements|insults|slurs|threats|slogans|terms|phrases|words|sentences|stereotypes ~3 such_as|like|that|are|were|for_example
  police|officers|officials|prosecutors|prosecution|court|judge|tribunal|ministry|agency|witness*|authorities|analysts|prison|doctor|newspaper|report|study|article|book|novel|film|movie|documentary|museum|lecture|essay|play|lyrics|seminar|campaign|association|statistics|guide|training|thesis|tale ~4 said|says|say|heard|reported|reports|wrote|writes|found|shows|show|argues|explains|explain|covers|cover|deals|describes|describe|tells|documents|documented|convicted|ruled|begins|is_a|is_called|warns|warn|fell|rose
  according_to ~2 {authority}
  he|she|they|who|man|woman|suspect|defendant|colleague|neighbour|customer ~3 was|were|is|been ~1 sentenced|convicted|arrested|charged|dismissed|fired|fined|accused
  sentenced|convicted|arrested|charged_with|accused_of|dismissed|prosecuted
  threatened|threatening|claims|claimed|told|reportedly|allegedly|alleged ~1 to|that|with|in
  hotline|helpline|prevention|shelter|survivor*|survived|victims|survivors|antisemitism|racism|propaganda|propagande|propaganda|discriminat*|holocaust_memorial
  how_to|what_to|wie_man|que_faire|que_hacer|cosa_fare|o_que_fazer ~4 report|respond|recogni*|talk|do_if|do_in|do_when|reagieren|fazer_em|hacer_ante|faire_en|fare_in
  it_is_wrong|is_it_true|myth ~3 to|that
  politica|norma|normas|reglamento|regolamento|reglement|regolamenti|charte|codice|codigo|richtlinie|ordnung ~5 prohib*|vieta*|interdi*|verbiet*|proib*
  toleramos|tolerons|tolerieren|toleriamo|admitimos|permitidos|permitidas|ammessi|ammesse|verboten|interdites|interdits|interdite|prohibidos|proibidos|vietati|eliminamos|removemos|supprimons|rimuoviamo|loschen
  no|nao|non|ne puedo|posso|podemos|possiamo|pouvons|peux ~2 escribir|escrever|scrivere|ecrire|rediger|ayudar*|ajudar|aiutare|aider|formular*|dar*|dare|produire|donner|faire
  kann|konnen ~1 keine|keinen|leider|bei|nicht ~6 schreiben|formulieren|geben|helfen|verfassen
  polizei|staatsanwaltschaft|behorden|gericht|gefangnis|policia|fiscalia|promotoria|procura|parquet|police|polizia|tribunal|tribunale|prision|prisao|carcere|prison|richter|juez|juge|juiz|giudice ~1 teilte|sucht|sagt*|meldet*|erklart*|hielt|informo|informou|informa|dijo|dit|disse|busca|procura|cherche|cerca|a_indique|ha_riferito|ha_detto|ha_ritenuto|ha_dichiarato|declaro|declarou|considerou|a_juge|a_declare
  museum|museo|musee|museu|roman|novela|romanzo|romance|livro|libro|livre|pelicula|filme|film|articulo|artigo|articolo|artikel|documental|documentaire|documentario|campana|campanha|associazione|association|verein|schulung|ratgeber|formation|curso|corso|cours|guia|guida|guide|bericht|informe|rapport|rapporto|relatorio ~1 zeigt|muestra|montre|mostra|cuenta|conta|racconta|raconte|erzahlt|habla|fala|parla|parle|trata|tratta|behandelt|hilft|ayuda|aide|ajuda|aiuta|explica|erklart|explique|spiega|cuenta|documenta
  roman|romanzo|novela|kapitel|chapitre|capitulo|capitolo|comedia|theaterstuck
  segun|selon|segundo|secondo|laut ~2 la|le|los|las|les|o|a|as|os|il|l|ministerium|anklage|polizei|behorden|bericht|die|der|analysten
  condenado|condamne|condannato|verurteilt|declaro|vitima|victima|vittima|victime|opfer|denunciarse|denunciado|signale|segnalate|gemeldet
  prevencion|prevenzione|prevencao|prevention|vorbeugung|pravention
`;
const AUTHORITY = 'the the_police police prosecutors officials court reports';

const LISTS = { authority: AUTHORITY };
const about = new RegExp(
  ABOUT.split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => phrase(line, LISTS).source)
    .join('|'),
);

const MARKS = /["“”„«»]/g;
/** Fewer words outside of quotation marks only introduce them. */
const FEWEST_AROUND = 3;

/** Whether a phrase is in quotation marks, within a sentence about it. */
function isQuoted(sentence: string, start: number, end: number): boolean {
  const before = sentence.slice(0, start).match(MARKS)?.length ?? 0;
  const after = sentence.slice(end).match(MARKS)?.length ?? 0;
  if (before % 2 === 0 || after === 0) return false;
  const outside = sentence.replace(/["“„«][^"“”„«»]*["”»“]/g, ' ').match(/[a-z]+/g)?.length ?? 0;
  return outside >= FEWEST_AROUND;
}

/** Whether a sentence reports, forbids, refuses or quotes what it says. */
export function isReported(sentence: string, start: number, end: number): boolean {
  return isQuoted(sentence, start, end) || about.test(sentence);
}
