import type { Rule } from '../scanners/rules.ts';
import { CREDENTIAL_REQUEST } from './credential-requests.ts';

export type InjectionKind = 'instruction_injection' | 'jailbreak' | 'function_call';

/** A pattern of words in the normalized text. */
export interface InjectionRule extends Rule {
  readonly kind: InjectionKind;
  /** Certain enough to hold a message alone; people write the others too, so that they need a second sign. */
  readonly certain: boolean;
}

const DROP =
  "ignor(?:e|ing)|disregard(?:ing)?|forget(?:ting)?|overrid(?:e|ing)|overlook|neglect|set aside|throw away|do not (?:follow|obey)|don'?t (?:follow|obey)|stop following";
/** "Don't forget" isn't an order to forget. */
const NOT = "(?<!\\b(?:not|never|without|cannot|can't|n't)\\s)";
const OF_THE_MACHINE =
  'previous|prior|above|preceding|earlier|foregoing|past|existing|current|initial|original|former|system';
const DETERMINERS = `all|any|every|each|of|about|my|other|default|your|these|those|the|${OF_THE_MACHINE}`;
const ORDERS_TO_A_MACHINE =
  'instructions?|directives?|prompts?|guidelines?|programming|system message|constraints';
const ORDERS = `${ORDERS_TO_A_MACHINE}|directions?|commands?|orders?|guidance|rules|context|training`;

/** Words that never name a person. */
const CERTAIN_MACHINE =
  '(?:to|for)?\\s?(?:the |any |all |you,? |an )?(?:llm|language model|chatbot|(?:ai|email|mail|virtual|digital|automated|smart) (?:assistant|agent|system|model|reader|summari[sz]er)|automated (?:system|assistant|agent))s?\\b';
/** Words that also name people, products and pets. */
const NAMED_MACHINE =
  '(?:to|for)?\\s?(?:the |any |all |you,? |an )?(?:ai|chatgpt|gpt(?:-?\\d)?|claude|copilot|gemini)s?\\b';

const certain = (kind: InjectionKind, id: string, pattern: RegExp): InjectionRule => ({
  kind,
  id,
  certain: true,
  pattern,
});
const uncertain = (kind: InjectionKind, id: string, pattern: RegExp): InjectionRule => ({
  kind,
  id,
  certain: false,
  pattern,
});

function noteTo(machine: string): RegExp {
  const note = 'note|message|instructions?|attention|notice|memo|reminder|important|directive';
  return new RegExp(
    `\\b(?:hello|hi|hey|dear)\\b[^.\\n]{0,25}\\b${machine}\\s?[:,—–-]|\\b(?:${note})\\b[^.\\n]{0,25}\\b${machine}\\s?[:—–-]|(?:^|[.!?\\n]\\s{0,3})(?:${note})\\b[^.\\n]{0,25}\\b${machine}\\s?,`,
    'i',
  );
}

/**
 * Objects of which only an order to a machine wants all; people ask each other for all files of something.
 */
const OF_A_MAILBOX =
  'e-?mails?|conversations?|contacts?|inbox|mailbox|passwords?|credentials|chat history|secrets|api keys?';

function exfiltration(things: string): RegExp {
  return new RegExp(
    `\\b(?:forward|send|email|mail|copy|bcc|share|upload|post|exfiltrate|transmit)\\b[^.\\n]{0,30}\\b(?:all|every|entire)\\b[^.\\n]{0,30}\\b(?:${things})\\b[^.\\n]{0,60}\\b(?:to|at)\\s+\\S{0,80}(?:@|https?:)`,
    'i',
  );
}

/** Phrases that address the machine which reads the mail. All linear: bounded gaps, no nested repetition. */
export const INJECTION_RULES: readonly InjectionRule[] = [
  certain(
    'instruction_injection',
    'drop-instructions',
    new RegExp(
      `${NOT}\\b(?:${DROP})\\s+(?:(?:all|any|every|${DETERMINERS})\\s+){0,4}?(?:all|any|every|${OF_THE_MACHINE})\\s+(?:(?:${DETERMINERS})\\s+){0,3}(?:\\w+\\s+){0,2}?(?:${ORDERS_TO_A_MACHINE})\\b`,
      'i',
    ),
  ),
  uncertain(
    'instruction_injection',
    'drop-orders',
    new RegExp(
      `${NOT}\\b(?:${DROP}|cancel)\\s+(?:(?:${DETERMINERS})\\s+){1,5}(?:\\w+\\s+){0,2}?(?:${ORDERS})\\b`,
      'i',
    ),
  ),
  certain(
    'instruction_injection',
    'drop-what-was-said',
    new RegExp(
      `${NOT}\\b(?:${DROP})\\s+(?:everything|anything|all)(?:\\s+of)?(?:\\s+that)?(?:\\s+(?:was|has been|is|i|you|we|they|you've|i've|have|had|were|been|previously|ever))*\\s+(?:said|written|told|instructed|learned|stated|before|above|prior|previously)\\b`,
      'i',
    ),
  ),
  uncertain(
    'instruction_injection',
    'drop-a-saying',
    new RegExp(
      `${NOT}\\b(?:${DROP})\\s+what(?:ever)?(?:\\s+(?:was|has been|is|i|you|we|they|you've|i've|have|had|were|been|previously|ever))*\\s+(?:said|written|told|instructed|learned|stated|before|above|prior|previously)\\b`,
      'i',
    ),
  ),
  certain(
    'instruction_injection',
    'foreign-drop',
    /(?:vergiss|vergessen sie|ignoriere?n?(?: sie)?|missachte)\b(?! (?:bitte )?nicht)[^.\n]{0,40}\b(?:anweisungen|instruktionen|befehle|vorgaben|regeln|gesagte|davor)|(?<!n['’])(?:\boubliez?|\bignorez|\bignore (?:tout|toutes|les?|la|tes|ton|vos|votre|ces|cette|mes)|ne tenez pas compte)\b[^.\n]{0,40}\b(?:instructions|consignes|directives|ordres)|(?<!\bno )\b(?:olvid[ae]|ignor[ae])\b[^.\n]{0,40}\b(?:instrucciones|indicaciones|órdenes|directivas)|(?<!\bnon )\b(?:dimentica|ignora|scorda)\b[^.\n]{0,40}\b(?:istruzioni|indicazioni|direttive|ordini)|(?<!não )\b(?:esqueça|ignore|desconsidere)\b[^.\n]{0,40}\b(?:instruções|ordens|diretrizes|orientações)|(?<!не )(?:игнорируй|забудь|проигнорируй)(?:те)?\b[^.\n]{0,40}(?:инструкци|указани|команд)|(?<!不要|请勿|别|勿|不可)(?:忽略|无视|忘记)[^。\n]{0,15}(?:指令|指示|提示|说明|规则|要求)|(?:指示|命令|ルール|制約|規則|設定|プロンプト|質問|会話|内容)[^。\n]{0,12}(?:無視|忘れ)(?!ず|ない)|(?:이전|앞선|위의)[^.\n]{0,10}(?:지시|명령|지침)[^.\n]{0,10}무시(?!하지)/iu,
  ),
  certain(
    'instruction_injection',
    'reveal-prompt',
    /\b(?:reveal|show|print|output|repeat|display|tell(?: me)?|give(?: me)?|leak|expose|share|dump|recite|write out)\b[^.\n]{0,40}\b(?:system (?:prompt|instructions|message)|(?:initial|hidden|original|secret|full|entire|your) (?:system )?prompt|(?:hidden|secret) instructions|prompt text)s?\b/i,
  ),
  uncertain(
    'instruction_injection',
    'reveal-instructions',
    /\b(?:reveal|show|print|output|repeat|display|tell(?: me)?|give(?: me)?|leak|expose|share|dump|recite|write out)\b[^.\n]{0,40}\b(?:initial|original|full|entire|your) (?:instructions|system message)\b/i,
  ),
  certain(
    'instruction_injection',
    'chat-markup',
    /<\|(?:im_start|im_end|system|user|assistant|endoftext|eot_id|start_header_id|end_header_id|begin_of_text)\|>|\[\/?INST\]|<<\/?SYS>>|<\/?(?:system|assistant)[_-]?(?:prompt|message|instructions?)?>|<start_of_turn>|<end_of_turn>|\[(?:system|assistant)\]\s?\(?#|"role"\s?:\s?"(?:system|developer)"\s?,\s?"content"\s?:/i,
  ),
  uncertain(
    'instruction_injection',
    'chat-heading',
    /^#{2,5}\s?(?:new )?(?:system|instructions?|assistant|response)\s?:?\s*$/im,
  ),
  certain('instruction_injection', 'note-to-machine', noteTo(CERTAIN_MACHINE)),
  uncertain('instruction_injection', 'note-to-name', noteTo(NAMED_MACHINE)),
  certain(
    'instruction_injection',
    'if-you-are-machine',
    /\bif you(?:'re| are) (?:an? )?(?:\w+ )?(?:ai|llm|language model|chatbot|(?:ai|virtual|automated|email) (?:assistant|agent|system))\b(?! (?:developer|engineer|expert|enthusiast|researcher|company|startup|user|team|student|professional|vendor|operator|owner|designer|trainer)s?\b)/i,
  ),
  uncertain(
    'instruction_injection',
    'if-you-are-a-bot',
    /\bif you(?:'re| are) (?:an? )?(?:\w+ )?(?:bot|machine)\b(?! (?:developer|engineer|operator|owner|designer|builder|shop)s?\b)/i,
  ),
  certain(
    'jailbreak',
    'dan',
    /\bdo anything now\b|\bDAN (?:mode|prompt)\b|\b(?:god|sudo|unrestricted|jailbreak) mode (?:enabled|activated|on|engaged|output)\b/i,
  ),
  uncertain(
    'jailbreak',
    'mode',
    /\b(?:developer|debug|admin|maintenance|override) mode (?:enabled|activated|on|engaged|output)\b|\bstay in character\b[^.\n]{0,80}\b(?:never|no matter|always)\b/i,
  ),
  certain(
    'jailbreak',
    'no-limits',
    /\b(?:free (?:of|from)|not bound by|ignor\w+|break free (?:of|from)|not (?:limited|restricted) by|(?:have|has|with) no)\b[^.\n]{0,30}\b(?:ethical|moral|openai|anthropic|content polic\w+|safety|guardrails?|censorship)\b[^.\n]{0,30}\b(?:guidelines?|restrictions?|limitations?|constraints|polic(?:y|ies)|filters?|concerns|boundaries|rules)\b/i,
  ),
  uncertain(
    'jailbreak',
    'persona',
    /\b(?:you (?:are|will be|shall be)(?: now| going to)?(?: (?:act|acting|pretend))?(?: to be| as| like)?|act as|pretend (?:to be|you are)|roleplay as|simulate)\b[^.\n]{0,60}\b(?:unfiltered|uncensored|amoral|unrestricted|jailbroken|evil|without (?:any )?(?:restrictions|filters|limits|rules)|no (?:restrictions|rules|filters|limits))\b/i,
  ),
  certain(
    'function_call',
    'tool-syntax',
    /<(?:tool_call|function_call|function_calls|invoke|tool_use)\b|"(?:tool_name|function_name|tool_calls?)"\s?:\s?(?:"[\w.-]{2,60}"|[[{])/i,
  ),
  uncertain(
    'function_call',
    'tool-code',
    /"(?:tool|function)"\s?:\s?(?:"[\w.-]{2,60}"|[[{])|(?<!\b(?:def|function|fn|func|void|int) )\b(?:send_email|send_mail|delete_(?:email|file|message)s?|forward_email|transfer_money|execute_(?:command|code|shell)|run_(?:command|shell|code)|make_payment|send_money|get_(?:emails|contacts|password)|search_emails|read_file|write_file|http_(?:get|post))\s?\(/i,
  ),
  uncertain(
    'function_call',
    'tool-request',
    /\b(?:call|invoke|use|run|execute|trigger)\s+(?:the\s+|your\s+|a\s+)?[`"']?[\w.-]{0,40}[`"']?\s?(?:tool|function|api|plugin|action)\b[^.\n]{0,80}\b(?:to|with|and)\s+(?:send|forward|delete|transfer|email|post|share|upload|fetch|retrieve|search|read|write|pay)\b/i,
  ),
  certain('instruction_injection', 'credential-request', CREDENTIAL_REQUEST),
  certain('function_call', 'exfiltrate', exfiltration(OF_A_MAILBOX)),
  uncertain('function_call', 'send-all', exfiltration('messages?|attachments|files')),
];

/** Rules whose words, spelled backwards or in ROT13, never occur by chance. */
export const REVERSED_MARK = /snoitcurtsni|erongi|tpmorp metsys|drawssap/i;
export const ROT13_MARK = /vafgehpgvbaf|vtaber nyy|vtaber cerivbhf|flfgrz cebzcg|cnffjbeq/i;
