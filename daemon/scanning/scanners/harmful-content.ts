import type { MandatoryCriterion } from '../../../shared/contract/scan.ts';
import type { Finding, ScanContext, Scanner } from '../types.ts';
import { matchRules, type Rule } from './rules.ts';

interface CriterionRules {
  readonly criterion: MandatoryCriterion;
  readonly reason: string;
  readonly rules: readonly Rule[];
}

const rule = (id: string, pattern: RegExp): Rule => ({ id, pattern });

const GROUPS =
  'jews?|muslims?|christians?|blacks?|whites?|asians?|mexicans?|immigrants?|refugees?|gays?|lesbians?|homosexuals?|trans(?:gender)?(?: people)?|women|arabs?|gypsies|hindus?|foreigners|disabled(?: people)?|latinos?|africans?';
const SLURS =
  'n[i1]gg(?:er|a)s?|k[i1]kes?|f[a@]gg?ots?|tr[a@]nn(?:y|ies)|sp[i1]cs?(?! (?:and|&) span)|ch[i1]nks?(?! (?:in|of)\\b)|g[o0]{2}ks?|wetbacks?|ragheads?|towelheads?|sandn\\w+|(?<!maine )coons?|(?<=\\b(?:you|fucking|ugly|stupid|filthy|dirty|those|these) )dykes?|paki(?:s|bastard)|shemales?|untermensch(?:en)?';
const HARM =
  'kill|murder|shoot|stab|strangle|behead|slaughter|execute|lynch|bomb|poison|burn|beat|rape|torture|maim|gut|bury';
/** Harmless objects of "shoot" and "kill": messages, processes. */
const A_LINE =
  '(?!\\s+(?:an?|the|some|my|our|another|over)\\s+(?:\\w+\\s+)?(?:e-?mail|mail|message|note|text|dm|link|line|invite|reminder|draft|copy|list|update|photo|video|question)s?\\b)';
const A_PROGRAM =
  '(?![^.]{0,60}\\b(?:restart|process(?:es)?|workers?|jobs?|servers?|instances?|containers?|pods?|threads?|tasks?|sessions?|queries|connections?|builds?|branches|scripts?|tests?|weeds)\\b)';
const BODY = 'face|skull|head|legs?|arms?|neck|bones|teeth|knees|throat';

/**
 * The criteria that a mailbox cannot switch off. Patterns look for a threat or an attack on someone, not for
 * words.
 */
const CRITERIA: readonly CriterionRules[] = [
  {
    criterion: 'violence',
    reason: 'The message threatens or incites violence.',
    rules: [
      rule(
        'threat',
        new RegExp(
          `\\b(?:i|we)(?:'ll| will|'m going to| am going to|'re going to| are going to|'m gonna| gonna| shall| swear i'll| want to)\\s+(?:\\w+\\s+){0,2}?(?:${HARM})\\s+(?:(?:you|your|him|her|every(?:one| last)|all of you)\\b${A_LINE}|(?:them|all of them)\\b${A_LINE}${A_PROGRAM})`,
          'i',
        ),
      ),
      rule(
        'injury',
        new RegExp(
          `\\b(?:break|smash|cut|rip|slit|crush|bash|snap)\\s+(?:in\\s+)?(?:your|his|her|their)\\s+(?:\\w+\\s+)?(?:${BODY})\\b`,
          'i',
        ),
      ),
      rule(
        'death-wish',
        /\byou(?:'re| are)\s+(?:a\s+)?dead\s+(?:man|woman|meat)\b|\byou (?:will|are going to|'ll) die\b[^.]{0,30}(?:if|unless|soon|slowly|for)\b|\b(?:will|gonna|going to)\s+end\s+(?:you|your life)\b/i,
      ),
      rule(
        'incitement',
        new RegExp(
          `\\b(?:let'?s|we (?:should|must|need to|have to)|someone (?:should|ought to|has to)|time to|they (?:should|deserve to) (?:all )?be)\\s+(?:all\\s+)?(?:${HARM})(?:e?d|ed)?\\b[^.]{0,40}\\b(?:them|him|her|${GROUPS}|everyone)\\b`,
          'i',
        ),
      ),
      rule(
        'attack-plan',
        /\b(?:bring|take|carry|plant|detonate|set off|build|make)\s+(?:\w+\s+){0,3}(?:(?<!\b(?:nail|glue|staple|heat|spray|massage|caulk|caulking|price|paint|paintball|water|radar|toy|label|grease|rivet) )gun|rifle|bomb|explosives?|machete|pipe bomb)s?\b[^.]{0,60}\b(?:school|office|church|mosque|synagogue|crowd|kill|people|tomorrow)\b/i,
      ),
    ],
  },
  {
    criterion: 'hate_speech',
    reason: 'The message attacks people for what they are.',
    rules: [
      rule('slur', new RegExp(`\\b(?:${SLURS})\\b`, 'i')),
      rule(
        'dehumanising',
        new RegExp(
          `\\b(?:all\\s+|those\\s+|these\\s+|you\\s+|the\\s+)?(?:${GROUPS})\\s+(?:are|is|'re)\\s+(?:all\\s+|nothing but\\s+|just\\s+|like\\s+)?(?:\\w+\\s+)?(?:vermin|animals|subhuman|cockroach(?:es)?|rats|parasites|filth|scum|garbage|trash|a plague|a disease|inferior|evil|disgusting|criminals|terrorists|thieves|stupid|dirty)\\b`,
          'i',
        ),
      ),
      rule(
        'exclusion',
        new RegExp(
          `\\b(?:gas|exterminate|deport|get rid of|wipe out|eradicate|hate|death to|no more)\\s+(?:all\\s+)?(?:the\\s+|those\\s+|these\\s+)?(?:\\w+ing\\s+)?(?:${GROUPS})\\b|\\b(?:${GROUPS})\\s+(?:should|must|need to|deserve to)\\s+(?:all\\s+)?(?:die|be (?:killed|gassed|exterminated|deported|wiped out|shot))\\b`,
          'i',
        ),
      ),
    ],
  },
  {
    criterion: 'self_harm',
    reason: 'The message encourages or announces self-harm.',
    rules: [
      rule(
        'encouragement',
        /\b(?:kill|hang|shoot|cut|hurt)\s+(?:your|ur)\s?sel(?:f|ves)\b|\bk+y+s\b|\bgo (?:and )?die\b|\bend your (?:own )?life\b|\b(?:should|better off|just)\s+(?:commit suicide|be dead|off yourself)\b|\bdrink bleach\b/i,
      ),
      rule(
        'announcement',
        /\bi(?:'m| am| will|'ll| want to| wanna| plan to| have decided to)\s+(?:going to\s+|gonna\s+)?(?:kill(?:ing)? myself|end(?:ing)? (?:my life|it all)|hang(?:ing)? myself|cut(?:ting)? myself|tak(?:e|ing) my own life|commit(?:ting)? suicide|overdos(?:e|ing))\b|\bmy suicide note\b/i,
      ),
      rule(
        'instruction',
        /\b(?:how to|ways to|best way to|painless(?:ly)?|easiest way to|methods? (?:of|to|for))\s+(?:\w+\s+){0,2}?(?:kill (?:your|my)self|commit(?:ting)? suicide|suicide|self[- ]harm|starv(?:e|ing) (?:your|my)self)\b/i,
      ),
    ],
  },
  {
    criterion: 'sexual_content',
    reason: 'The message is sexually explicit.',
    rules: [
      rule(
        'explicit-act',
        /\b(?:suck(?:ing)?|lick(?:ing)?|fuck(?:ing)?|ride|riding|stroke|stroking|finger(?:ing)?)\s+(?:my|your|his|her|the|that)\s+(?:\w+\s+){0,2}?(?:cock|dick|pussy|ass(?:hole)?|cunt|clit|tits|balls)\b/i,
      ),
      rule(
        'explicit-noun',
        /\b(?:blow ?jobs?|hand ?jobs?|cum ?shots?|gang ?bangs?|deep ?throat(?:ing)?|anal sex|oral sex with (?:you|her|him|me)|creampies?|dildos?|bukkake|(?:wet|tight|dripping) (?:pussy|cunt)|hard (?:cock|dick)|jerk(?:ing)? off|masturbat(?:e|ing) (?:to|for|while|with|in front)|hardcore porn|xxx (?:pics|videos?))\b/i,
      ),
      rule(
        'solicitation',
        /\b(?:send|show|give)\s+(?:me|us)\s+(?:some\s+|your\s+|more\s+)?(?:nudes?|naked (?:pics?|pictures|photos)|tits|sexy (?:pics?|photos))\b|\b(?:have|want|wanna have) sex with (?:me|you|her|him)\b/i,
      ),
      rule(
        'minors',
        /\b(?:child|kiddie|underage|preteen|minor)s?\s+(?:porn(?:ography)?|sex|nudes?|erotica)\b/i,
      ),
    ],
  },
  {
    criterion: 'harassment',
    reason: 'The message harasses or intimidates someone.',
    rules: [
      rule(
        'intimidation',
        /\bi know where (?:you|your (?:family|kids|children|mother|wife|husband))\s+(?:live|sleep|work|go to school)s?\b|\byou(?:'ll| will) (?:regret|pay for) (?:this|that|it|what you)[^.]{0,40}|\bwatch your back\b(?! (?:when|while|as|on|with|during)\b)|\b(?:i am|i'm|we are|we're) (?:(?:watching|following|coming for) you\b(?! on\b)|(?:watching|following|coming for) your (?:family|kids|children|house|home|every move|wife|husband|mother|daughter|son)\b)/i,
      ),
      rule(
        'extortion',
        /\b(?:pay|send|give)\b[^.]{0,60}\bor (?:i|we)(?:'ll| will| am going to| shall)\s+(?:(?:publish|leak|release|post|expose|ruin|destroy)\b|(?:tell|send)\s+(?:\w+\s+){0,3}(?:everyone|everybody|your (?:wife|husband|boss|family|friends|contacts|employer)|the (?:press|media|police|world))\b)/i,
      ),
      rule(
        'degradation',
        /\b(?:you(?:'re| are)|ur)\s+(?:such\s+)?(?:an?\s+|a\s+)?(?:\w+\s+){0,2}?(?:worthless|pathetic|disgusting|useless|fat|ugly|stupid|filthy)\s+(?:\w+\s+)?(?:bitch|whore|slut|cow|pig|loser|cunt|idiot|moron|piece of (?:shit|trash|garbage)|excuse for|waste of)\b|\bnobody (?:likes|loves|wants|will ever love) you\b(?! to\b)|\byou(?:'re| are) nothing\b|\beveryone (?:hates|is laughing at) you\b/i,
      ),
    ],
  },
  {
    criterion: 'toxicity',
    reason: 'The message insults its reader.',
    rules: [
      rule(
        'insult',
        /\b(?:fuck|screw)\s+(?:off|you|u|yourself|all of you)\b|\b(?:you|u|ya)\s+(?:\w+ing\s+|dumb\s+|stupid\s+|little\s+){0,3}(?:motherfuck(?:er|ers)|assholes?|bastards?|bitch(?:es)?|cunts?|dickheads?|retards?|scum(?:bags?)?|twats?|wankers?|pieces? of shit|shitheads?|dumbass(?:es)?|fuckwits?)\b|\b(?:you(?:'re| are)|ur)\s+(?:an?\s+|all\s+|such an?\s+)?(?:\w+\s+){0,2}?(?:motherfucker|asshole|bastard|bitch|cunt|dickhead|retard|scumbag|piece of shit|shithead|dumbass|idiot|moron|imbecile|fuckwit|disgrace to)s?\b/i,
      ),
      rule(
        'dismissal',
        /\b(?:shut|stfu)\s+(?:the (?:fuck|hell) )?up,? (?:you|bitch|idiot|moron)\b|\bgo to hell\b|\beat shit\b|\brot in hell\b|\bburn in hell\b/i,
      ),
    ],
  },
];

/** Outbound mail that hurts people. These criteria are always enforced. */
export const harmfulContent: Scanner = {
  name: 'harmful-content',
  applies: ({ input }) => input.direction === 'outbound',
  scan({ message }: ScanContext): Finding[] {
    return CRITERIA.flatMap(({ criterion, reason, rules }) => {
      const hits = matchRules(message.parts, rules);
      const first = hits[0];
      if (!first) return [];
      return [
        {
          scanner: 'harmful-content',
          ruleId: `${criterion}/${first.rule.id}`,
          severity: 'high' as const,
          category: 'harmful_content' as const,
          subtype: criterion,
          decision: 'quarantine' as const,
          reason,
          spans: hits.map((hit) => hit.span),
          agentInstructions: [
            'Rewrite the message without the marked passage; this check cannot be switched off.',
          ],
        },
      ];
    });
  },
};
