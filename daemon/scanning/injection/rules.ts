import type { Rule } from '../scanners/rules.ts';

export type InjectionKind = 'instruction_injection' | 'jailbreak' | 'function_call';

/** A pattern of words in the normalized text. */
export interface InjectionRule extends Rule {
  readonly kind: InjectionKind;
  /** Certain enough to hold a message alone; the others only add to the classifier's score. */
  readonly certain: boolean;
}

const DROP =
  "ignor(?:e|ing)|disregard(?:ing)?|forget(?:ting)?|overrid(?:e|ing)|overlook|neglect|set aside|throw away|do not (?:follow|obey)|don'?t (?:follow|obey)|stop following|cancel";
const EARLIER =
  'previous|prior|above|preceding|earlier|foregoing|past|existing|current|initial|original|former|other|system|default|your|these|those|the';
const ORDERS =
  'instructions?|directives?|directions?|prompts?|commands?|orders?|guidelines?|guidance|rules|programming|system message|constraints|context|training';

const MACHINE =
  '(?:to|for)?\\s?(?:the |any |all |you,? |an )?(?:ai|llm|language model|chatbot|chatgpt|gpt(?:-?\\d)?|claude|copilot|gemini|(?:ai|email|mail|virtual|digital|automated|smart) (?:assistant|agent|system|model|reader|summari[sz]er)|automated (?:system|assistant|agent))s?\\b';

const rule = (kind: InjectionKind, id: string, certain: boolean, pattern: RegExp): InjectionRule => ({
  kind,
  id,
  certain,
  pattern,
});

/** Phrases that address the machine which reads the mail. All linear: bounded gaps, no nested repetition. */
export const INJECTION_RULES: readonly InjectionRule[] = [
  rule(
    'instruction_injection',
    'drop-instructions',
    true,
    new RegExp(
      `\\b(?:${DROP})\\s+(?:(?:all|any|every|each|of|about|my|${EARLIER})\\s+){1,5}(?:\\w+\\s+){0,2}?(?:${ORDERS})\\b`,
      'i',
    ),
  ),
  rule(
    'instruction_injection',
    'drop-what-was-said',
    true,
    new RegExp(
      `\\b(?:${DROP})\\s+(?:everything|anything|all|what(?:ever)?)(?:\\s+of)?(?:\\s+that)?(?:\\s+(?:was|has been|is|i|you|we|they|you've|i've|have|had|were|been|previously|ever))*\\s+(?:said|written|told|instructed|learned|stated|before|above|prior|previously)\\b`,
      'i',
    ),
  ),
  rule(
    'instruction_injection',
    'foreign-drop',
    true,
    /(?:vergiss|vergessen sie|ignoriere?n?(?: sie)?|missachte)\b[^.\n]{0,40}\b(?:anweisungen|instruktionen|befehle|aufträge|vorgaben|regeln|gesagte|davor)|(?:oubliez?|ignore[zr]?|ne tenez pas compte)\b[^.\n]{0,40}\b(?:instructions|consignes|directives|ordres)|(?:olvid[ae]|ignor[ae]|olvide)\b[^.\n]{0,40}\b(?:instrucciones|indicaciones|órdenes|directivas)|(?:dimentica|ignora|scorda)\b[^.\n]{0,40}\b(?:istruzioni|indicazioni|direttive|ordini)|(?:esqueça|ignore|desconsidere)\b[^.\n]{0,40}\b(?:instruções|ordens|diretrizes|orientações)|(?:игнорируй|забудь|проигнорируй)(?:те)?\b[^.\n]{0,40}(?:инструкци|указани|команд)|(?:忽略|无视|忘记)[^。\n]{0,15}(?:指令|指示|说明|提示|规则)|(?:無視|忘れ)[^。\n]{0,15}|(?:以前|前|上記)の(?:指示|命令)[^。\n]{0,10}(?:無視|忘れ)|(?:이전|앞선|위의)[^.\n]{0,10}(?:지시|명령|지침)[^.\n]{0,10}무시/iu,
  ),
  rule(
    'instruction_injection',
    'reveal-prompt',
    true,
    /\b(?:reveal|show|print|output|repeat|display|tell(?: me)?|give(?: me)?|leak|expose|share|dump|recite|write out)\b[^.\n]{0,40}\b(?:(?:system|initial|hidden|original|secret|full|entire|your) (?:prompt|instructions|system message)|prompt text)s?\b/i,
  ),
  rule(
    'instruction_injection',
    'chat-markup',
    true,
    /<\|(?:im_start|im_end|system|user|assistant|endoftext|eot_id|start_header_id|end_header_id|begin_of_text)\|>|\[\/?INST\]|<<\/?SYS>>|<\/?(?:system|assistant)[_-]?(?:prompt|message|instructions?)?>|<start_of_turn>|<end_of_turn>|\[(?:system|assistant)\]\s?\(?#|"role"\s?:\s?"(?:system|developer)"\s?,\s?"content"\s?:|^#{2,5}\s?(?:new )?(?:system|instructions?|assistant|response)\s?:?\s*$/im,
  ),
  rule(
    'instruction_injection',
    'note-to-machine',
    true,
    new RegExp(
      `\\b(?:hello|hi|hey|dear)\\b[^.\\n]{0,25}\\b${MACHINE}\\s?[:,—–-]|\\b(?:note|message|instructions?|attention|notice|memo|reminder|important|directive)\\b[^.\\n]{0,25}\\b${MACHINE}\\s?[:—–-]|(?:^|[.!?\\n]\\s{0,3})(?:note|message|instructions?|attention|notice|memo|reminder|important|directive)\\b[^.\\n]{0,25}\\b${MACHINE}\\s?,`,
      'i',
    ),
  ),
  rule(
    'instruction_injection',
    'if-you-are-machine',
    true,
    /\bif you(?:'re| are) (?:an? )?(?:\w+ )?(?:ai|llm|language model|chatbot|(?:ai|virtual|automated|email) (?:assistant|agent|system)|bot|machine)\b/i,
  ),
  rule(
    'jailbreak',
    'dan',
    true,
    /\bdo anything now\b|\bDAN (?:mode|prompt)\b|\b(?:developer|debug|god|sudo|admin|unrestricted|jailbreak|maintenance|override) mode (?:enabled|activated|on|engaged|output)\b|\bstay in character\b[^.\n]{0,80}\b(?:never|no matter|always)\b/i,
  ),
  rule(
    'jailbreak',
    'no-limits',
    true,
    /\b(?:free (?:of|from)|not bound by|ignor\w+|break free (?:of|from)|not (?:limited|restricted) by|(?:have|has|with) no)\b[^.\n]{0,30}\b(?:ethical|moral|openai|anthropic|content polic\w+|safety|guardrails?|censorship)\b[^.\n]{0,30}\b(?:guidelines?|restrictions?|limitations?|constraints|polic(?:y|ies)|filters?|concerns|boundaries|rules)\b/i,
  ),
  rule(
    'jailbreak',
    'persona',
    true,
    /\b(?:you (?:are|will be|shall be)(?: now| going to)?(?: (?:act|acting|pretend))?(?: to be| as| like)?|act as|pretend (?:to be|you are)|roleplay as|simulate)\b[^.\n]{0,60}\b(?:unfiltered|uncensored|amoral|unrestricted|jailbroken|evil|without (?:any )?(?:restrictions|filters|limits|rules)|no (?:restrictions|rules|filters|limits))\b/i,
  ),
  rule(
    'function_call',
    'tool-syntax',
    true,
    /<(?:tool_call|function_call|function_calls|invoke|tool_use)\b|"(?:tool|function|tool_name|function_name|tool_calls?)"\s?:\s?(?:"[\w.-]{2,60}"|[[{])|\b(?:send_email|send_mail|delete_(?:email|file|message)s?|forward_email|transfer_money|execute_(?:command|code|shell)|run_(?:command|shell|code)|make_payment|send_money|get_(?:emails|contacts|password)|search_emails|read_file|write_file|http_(?:get|post))\s?\(/i,
  ),
  rule(
    'function_call',
    'tool-request',
    true,
    /\b(?:call|invoke|use|run|execute|trigger)\s+(?:the\s+|your\s+|a\s+)?[`"']?[\w.-]{0,40}[`"']?\s?(?:tool|function|api|plugin|action)\b[^.\n]{0,80}\b(?:to|with|and)\s+(?:send|forward|delete|transfer|email|post|share|upload|fetch|retrieve|search|read|write|pay)\b/i,
  ),
  rule(
    'function_call',
    'exfiltrate',
    true,
    /\b(?:forward|send|email|mail|copy|bcc|share|upload|post|exfiltrate|transmit)\b[^.\n]{0,30}\b(?:all|every|entire)\b[^.\n]{0,30}\b(?:e-?mails?|messages?|conversations?|contacts?|inbox|mailbox|passwords?|credentials|attachments|files|chat history|secrets|api keys?)\b[^.\n]{0,60}\b(?:to|at)\s+\S{0,80}(?:@|https?:)/i,
  ),
];

/** Rules whose words, spelled backwards or in ROT13, never occur by chance. */
export const REVERSED_MARK = /snoitcurtsni|erongi|tpmorp metsys|drawssap/i;
export const ROT13_MARK = /vafgehpgvbaf|vtaber nyy|vtaber cerivbhf|flfgrz cebzcg|cnffjbeq/i;
