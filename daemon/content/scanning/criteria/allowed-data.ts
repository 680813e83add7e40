import type { PiiType } from '../../../../shared/contract/scan.ts';
import { detectPii } from '../pii/detect.ts';
import { POLICY_OF_TYPE } from '../policy.ts';
import { detectSecrets } from '../secrets/detect.ts';
import type { ResolvedPolicy, TextPart } from '../types.ts';

type Named = PiiType | 'SECRET';

const NUMBER = String.raw`(?:[ -]?(?:numbers?|no\.?|nos\.?|#|id|details?))?`;
const OTHER = `(?:e-?mail|address|account|iban|bank|passport|licen[cs]e|itin|nhs|wallet|name|number)${NUMBER}`;

/** Words by which people name a kind of data, in six languages. */
const NAMES: Partial<Record<Named, string>> = {
  US_SSN: String.raw`(?:social(?:[ -]?security)?|ssn|ss|sozialversicherung\w*|seguridad social|seguro social|s[ée]curit[ée] sociale|previd[êe]ncia social|previdenza sociale)${NUMBER}`,
  CREDIT_CARD: String.raw`(?:(?:(?:credit|debit|payment|bank|company)[ -]?)?cards?|visa|master ?card|amex|american express|kreditkarte\w*|carte(?: bancaire| de cr[ée]dit)?|tarjeta(?: de cr[ée]dito)?|cart[ãa]o(?: de cr[ée]dito)?|carta(?: di credito)?)${NUMBER}`,
  PHONE_NUMBER: String.raw`(?:(?:tele|mobile |cell )?phone|tel|mobile|cell|fax|direct line|telefon\w*|handy\w*|t[ée]l[ée]phone|tel[ée]fono|telefone|cellulare|portable|m[óo]vil)${NUMBER}`,
  SECRET: `(?:pass(?:word|phrase|code)|(?:api |access |secret |private )*(?:key|token|secret|credentials?)|pin|pwd|passwort|kennwort|mot de passe|contrase[ñn]a|senha)${NUMBER}`,
};

const OWNER = String.raw`(?:(?:my|his|her|their|our|your|the|a|an)\s+)?(?:[a-z]{3,12}\s+)?`;
const LINK = String.raw`(?:\b(?:is|are|was|with|of|for|has|have|needs?|asks? for|wants?|mit|ist|avec|est|con|es|com|é|è)\s+)?`;
/** Between the name of a datum and its value: a few words of the same clause. */
const GAP = String.raw`(?:[\s:=#*"'’()-]{1,4}(?!and\b|but\b|or\b)[\p{L}]{1,12}){0,5}[\s:=#*"'’()-]{0,4}`;
/** Characters around a value in which its name is looked for. */
const NEAR = 120;

const around = Object.fromEntries(
  [...Object.entries(NAMES), ['OTHER', OTHER]].map(([type, name]) => [
    type,
    {
      before: new RegExp(String.raw`${LINK}${OWNER}(?<![\p{L}\p{N}])${name}(?![\p{L}\p{N}])${GAP}$`, 'iu'),
      behind: new RegExp(String.raw`^[\s()"',=-]{0,4}${LINK}${OWNER}${name}(?![\p{L}\p{N}])`, 'iu'),
    },
  ]),
);

interface Datum {
  readonly start: number;
  readonly end: number;
  readonly type: Named;
}

function allowedData(text: string, { outboundPii, disabledScanners }: ResolvedPolicy): Datum[] {
  const isAllowed = (type: PiiType) => {
    if (disabledScanners.has('pii')) return true;
    const key = POLICY_OF_TYPE[type];
    const decision = key && outboundPii[key];
    return decision === 'allow' || decision === 'allow_with_warning';
  };
  const data: Datum[] = detectPii(text).filter(({ type }) => isAllowed(type));
  if (disabledScanners.has('secrets'))
    for (const { start, end } of detectSecrets(text)) data.push({ start, end, type: 'SECRET' });
  return data;
}

/** A datum with the words that name it. */
function statementOf(text: string, { start, end, type }: Datum): [start: number, end: number] {
  const { before, behind } = around[type] ?? around.OTHER ?? {};
  const from = text.slice(Math.max(0, start - NEAR), start);
  const to = text.slice(end, end + NEAR);
  return [start - (before?.exec(from)?.[0].length ?? 0), end + (behind?.exec(to)?.[0].length ?? 0)];
}

/** Neither part of a word nor between two words of a phrase. */
const BLANK = '■';

/**
 * The part without the data that the mailbox's policy lets go and the words that name it; all else stays
 * where it was. The part itself when it has none.
 */
export function withoutAllowedData(part: TextPart, policy: ResolvedPolicy): TextPart {
  const data = allowedData(part.normal, policy);
  if (data.length === 0) return part;
  const characters = part.normal.split('');
  for (const datum of data) {
    const [start, end] = statementOf(part.normal, datum);
    characters.fill(BLANK, start, end);
  }
  return { ...part, normal: characters.join('') };
}
