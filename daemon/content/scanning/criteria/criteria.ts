import type { TextPart } from '../types.ts';
import { CONFIDENTIALITY, CONFIDENTIALITY_LISTS } from './confidentiality.ts';
import { HARASSMENT, HARASSMENT_LISTS } from './harassment.ts';
import { HATE_SPEECH, HATE_SPEECH_LISTS } from './hate-speech.ts';
import { LIABILITY, LIABILITY_LISTS } from './liability.ts';
import { type PhraseHit, PhraseMatcher } from './matcher.ts';
import { SELF_HARM, SELF_HARM_LISTS } from './self-harm.ts';
import { SEXUAL_CONTENT, SEXUAL_CONTENT_LISTS } from './sexual-content.ts';
import { TOXICITY, TOXICITY_LISTS } from './toxicity.ts';
import { VIOLENCE, VIOLENCE_LISTS } from './violence.ts';

const CRITERIA = {
  violence: { families: VIOLENCE, lists: VIOLENCE_LISTS },
  hate_speech: { families: HATE_SPEECH, lists: HATE_SPEECH_LISTS },
  self_harm: { families: SELF_HARM, lists: SELF_HARM_LISTS },
  sexual_content: { families: SEXUAL_CONTENT, lists: SEXUAL_CONTENT_LISTS },
  harassment: { families: HARASSMENT, lists: HARASSMENT_LISTS },
  toxicity: { families: TOXICITY, lists: TOXICITY_LISTS },
  confidentiality_leak: { families: CONFIDENTIALITY, lists: CONFIDENTIALITY_LISTS },
  unauthorized_liability: { families: LIABILITY, lists: LIABILITY_LISTS },
};

/** One matcher for all, so that the scanners read a text once: 0.4 ms for 5 KB instead of 1.2 ms. */
const matcher = new PhraseMatcher(Object.entries(CRITERIA).map(([name, rest]) => ({ name, ...rest })));

/** Phrases of a criterion in the parts of a message, with their places. */
export function criterionHits(criterion: keyof typeof CRITERIA, parts: readonly TextPart[]): PhraseHit[] {
  return matcher.hitsOf(criterion, parts);
}
