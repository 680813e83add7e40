/**
 * Questions and orders to hand over a password or key of one's own. Nobody who may have it asks for it by
 * mail, whatever the pretext, and an agent may know it.
 */
interface Wording {
  /** Beginnings of a question or order up to the possessive. */
  readonly ask: string;
  readonly yours: string;
  readonly credential: string;
  /** Beginnings of a question of what it is. */
  readonly what: string;
}

const WORDINGS: readonly Wording[] = [
  {
    ask: '(?:(?:can|could|would|will) you|i need you to)(?: please| just| kindly)? (?:share|tell|give|send|provide|reveal|disclose|confirm|hand over)(?: to)?(?: me| us)?(?: with (?:me|us))?(?: what)?|(?:share with|tell|give|send|show) (?:me|us)|as your (?:boss|manager|developer|admin\\w{0,12}), i need',
    yours: 'your(?: \\w{2,12})?',
    credential:
      '(?:password|passcode|passphrase|credentials|login data|api key|secret key|private key|access token)s?(?! (?:hint|polic|manager|reset|rules|requirements|with (?!me\\b|us\\b)|to (?:an?|any\\w{3,4}|some\\w{3,4}|others|strangers|people|third)\\b))',
    what: "what(?:'s| is)",
  },
  {
    ask: '(?:kannst du|könntest du|können sie|könnten sie|wenn (?:du|sie))(?: bitte)? (?:mir|uns)|(?:gib|nenn|nenne|sag|schick|verrate|geben sie|nennen sie|schicken sie) (?:mir|uns)(?: bitte)?',
    yours: '(?:dein|ihr)',
    credential: '(?:passwort|kennwort)(?! (?:zurück|ändern|änderst|vergessen|ein|nicht|erneut|eingeben))',
    what: 'wie lautet',
  },
  {
    ask: "(?:peux-tu|pourrais-tu|pouvez-vous|pourriez-vous) (?:me |nous |m')?(?:partager|donner|dire|confirmer|envoyer|communiquer)|(?:donne|dis|envoie|donnez|dites|envoyez)-(?:moi|nous)",
    yours: '(?:ton|votre)',
    credential: 'mot de passe',
    what: 'quel est',
  },
  {
    ask: '(?:puedes|podrías|puede|podría) (?:compartir|decirme|darme|confirmar|enviarme)|(?:dame|dime|envíame|mándame)',
    yours: '(?:tu|su)',
    credential: 'contraseña',
    what: 'cuál es',
  },
  {
    ask: '(?:pode|poderia|podes) (?:me )?(?:compartilhar|dizer|dizer-me|dar|confirmar|enviar|partilhar)|(?:me )?(?:dê-me|diga-me|envie-me|me dê|me diga|me envie)',
    yours: '(?:a )?(?:sua|tua)',
    credential: '(?:senha|palavra-passe)',
    what: 'qual é',
  },
  {
    ask: '(?:puoi|potresti|può|potrebbe) (?:condividere|dirmi|darmi|confermare|inviarmi|mandarmi)|(?:dammi|dimmi|inviami|mandami)',
    yours: '(?:la )?(?:tua|sua)',
    credential: 'password',
    what: 'qual è',
  },
];

/** Forbids handing it over, or says that nobody will ask: what comes in front of such a passage. */
const NOT =
  "(?<!(?:\\b(?:not|never|nobody|nicht|nie|jamais|nunca|não|non|mai)|n['’]t)\\s(?:\\p{L}{1,20}\\s){0,4})";

/**
 * Finds the credential first, which few texts name, and then what stands before it: a quarter of the time.
 */
const alternatives = WORDINGS.map(
  ({ ask, yours, credential, what }) =>
    `${credential}(?![\\p{L}])(?<=${NOT}(?<![\\p{L}])(?:(?:${ask}) ${yours} ${credential}|${what} ${yours} ${credential}(?=\\s?[?？])))`,
);

/** Matches the name of a credential that the reader is asked for. */
export const CREDENTIAL_REQUEST = new RegExp(
  `(?<![\\p{L}])(?:${alternatives.join('|')})`.replaceAll(' ', '\\s'),
  'iu',
);
