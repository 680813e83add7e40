import { actionSlots, actions, codeInsertion, extraction, personas, takeovers } from './attacks-actions.ts';
import { agentBenign, agentOrders, agentSlots } from './attacks-agents.ts';
import { attackSlots, overrides, tasks, toReader } from './attacks-english.ts';
import { borrowedVoices, fieldOrders, frameSlots, pretendedTurns } from './attacks-frames.ts';
import { goalSlots } from './attacks-goals.ts';
import { foreignAttacks, foreignBenign } from './attacks-languages.ts';
import { foreignOrders } from './attacks-languages-orders.ts';
import { mailOrders, mailOrdersForeign, mailSlots } from './attacks-mail.ts';
import { pretextSlots, pretexts } from './attacks-pretexts.ts';
import { requestSlots, requests } from './attacks-requests.ts';
import { foreignTasks } from './attacks-requests-languages.ts';
import {
  answerOrders,
  detours,
  documentOrders,
  shellOrders,
  structureOrders,
  structureSlots,
} from './attacks-structure.ts';
import { benignMails, benignSentences } from './benign.ts';
import { foreignRequests } from './benign-languages.ts';
import { machineBenign, machineSlots } from './benign-machines.ts';
import { notices } from './benign-notices.ts';
import { officeBenign, officeSlots } from './benign-office.ts';
import { placeholders } from './benign-placeholders.ts';
import { pretextBenign } from './benign-pretexts.ts';
import { serviceFamilies, serviceSlots } from './benign-services.ts';
import { foreignServices } from './benign-services-languages.ts';
import { technicalBenign, withBraces } from './benign-technical.ts';
import { toolTalk, toolTalkSlots } from './benign-tools.ts';
import { expand, type Slots } from './grammar.ts';
import { sharedSlots } from './slots.ts';

let slots: Slots = {
  ...sharedSlots,
  ...attackSlots,
  ...actionSlots,
  ...agentSlots,
  ...mailSlots,
  ...machineSlots,
  ...goalSlots,
  ...frameSlots,
  ...toolTalkSlots,
  ...serviceSlots,
  ...structureSlots,
  ...requestSlots,
  ...pretextSlots,
  ...officeSlots,
  thing: sharedSlots.topic ?? [],
};

/** Lets `{thing}` stand for any of these words, so that what a request is about counts neither way. */
export function setThings(words: readonly string[]): void {
  slots = { ...slots, thing: words };
}

function pick<T>(items: readonly T[], random: () => number): T {
  return items[Math.floor(random() * items.length)] as T;
}

/** Capital first letter for most, as people write; the rest as it comes. */
function sentence(text: string, random: () => number): string {
  return random() < 0.85 ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}

const attackFamilies: readonly (readonly [number, readonly string[]])[] = [
  [30, tasks],
  [18, overrides],
  [16, toReader],
  [18, actions],
  [12, extraction],
  [8, personas],
  [14, takeovers],
  [26, agentOrders],
  [4, codeInsertion],
  [50, mailOrders],
  [6, fieldOrders],
  [14, borrowedVoices],
  [16, pretendedTurns],
  [36, structureOrders],
  [26, answerOrders],
  [10, documentOrders],
  [6, shellOrders],
  [22, detours],
  [40, requests],
  [40, pretexts],
];

const foreignFamilies = [
  foreignAttacks,
  mailOrdersForeign,
  foreignOrders,
  foreignOrders,
  foreignTasks,
  foreignTasks,
];

/** Templates that were, or may have been, written with cases of a source in view. */
const IN_VIEW: Readonly<Record<string, ReadonlySet<unknown>>> = {
  deepset: new Set([takeovers, foreignAttacks, foreignTasks, pretexts]),
  bipia: new Set([tasks, toReader, codeInsertion, answerOrders]),
  cyberseceval: new Set([extraction, foreignAttacks, foreignTasks, pretexts]),
  multilingual: new Set([extraction, foreignAttacks, foreignTasks, pretexts]),
  jailbreaks: new Set([personas]),
};

/** Samples of attacks without the templates that were written with one of these sources in view. */
export function attacksWithout(sources: ReadonlySet<string>): (random: () => number) => string {
  const isAllowed = (templates: unknown) => ![...sources].some((source) => IN_VIEW[source]?.has(templates));
  const families = attackFamilies.filter(([, templates]) => isAllowed(templates));
  const foreign = foreignFamilies.filter(isAllowed);
  return (random) => sampleAttack(random, families, foreign);
}

/** Characters that mean something in templates, where a text has them. */
function unescaped(text: string): string {
  return text.replaceAll('⟨', '{').replaceAll('⟩', '}').replaceAll('¦', '|').replaceAll('\\n', '\n');
}

const LABELS = [
  'Note',
  'Comment',
  'Description',
  'Notes',
  'P.S.',
  'PS',
  'NB',
  'FYI',
  'Reminder',
  'Remark',
  'Update',
];
const MARKS = ['- ', '* ', '> ', '• ', '1. ', '3) ', '(', '"', '...', '-- '];
const DRESSED = 0.12;

/** Puts a sentence into a list, a quote or a field, as happens to every kind of sentence. */
function dressed(text: string, random: () => number): string {
  if (random() >= DRESSED) return text;
  const chance = random();
  if (chance < 0.4) return `${pick(LABELS, random)}${random() < 0.8 ? ':' : ' -'} ${text}`;
  if (chance < 0.8) return `${pick(MARKS, random)}${text}`;
  return chance < 0.9 ? text.toUpperCase() : text.toLowerCase();
}

const FOREIGN = 0.25;

/** One attack sentence, or a few that belong together. */
function sampleAttack(
  random: () => number,
  families: typeof attackFamilies,
  foreign: typeof foreignFamilies,
): string {
  if (random() < FOREIGN) {
    const phrases = pick(Object.values(pick(foreign, random)), random);
    return expand(pick(phrases, random), slots, random);
  }
  let ticket = random() * families.reduce((sum, [weight]) => sum + weight, 0);
  for (const [weight, templates] of families) {
    ticket -= weight;
    if (ticket > 0) continue;
    const text = dressed(unescaped(sentence(expand(pick(templates, random), slots, random), random)), random);
    return templates === codeInsertion ? `${text}\n\`\`\`\n${expand('{code}', slots, random)}\n\`\`\`` : text;
  }
  return sampleAttack(random, families, foreign);
}

const benignFamilies = [
  foreignBenign,
  foreignRequests,
  [...notices, ...placeholders],
  agentBenign,
  machineBenign,
  machineBenign,
  machineBenign,
  technicalBenign,
  technicalBenign,
  ...new Array<readonly string[]>(3).fill(pretextBenign),
  ...new Array<readonly string[]>(3).fill(toolTalk),
  ...new Array<readonly string[]>(4).fill(officeBenign),
  ...new Array<readonly string[]>(5).fill(benignSentences),
];

export function sampleBenignSentence(random: () => number): string {
  const family = pick(benignFamilies, random);
  const text = dressed(unescaped(sentence(expand(pick(family, random), slots, random), random)), random);
  return family === technicalBenign || family === toolTalk ? withBraces(text) : text;
}

/** A short mail from a person to a person. */
export function sampleBenignMail(random: () => number): string {
  if (random() < 0.35) return expand(pick(benignMails, random), slots, random);
  const count = 1 + Math.floor(random() * 5);
  const sentences = Array.from({ length: count }, () => sampleBenignSentence(random));
  const greeting = random() < 0.6 ? `${expand('{Hi|Hello|Dear|Hey} {name},', slots, random)}\n\n` : '';
  const closing =
    random() < 0.5
      ? `\n\n${expand('{Best|Thanks|Regards|Cheers|Kind regards},\n{name}', slots, random)}`
      : '';
  return greeting + sentences.join(' ') + closing;
}

const FOREIGN_SERVICES = 0.4;

/** A stretch of the mail that programs, shops and offices send. */
export function sampleServiceMail(random: () => number): string {
  const family = random() < FOREIGN_SERVICES ? foreignServices : pick(serviceFamilies, random);
  const count = 1 + Math.floor(random() * 3);
  const lines = Array.from({ length: count }, () =>
    unescaped(sentence(expand(pick(family, random), slots, random), random)),
  );
  return lines.join(random() < 0.6 ? '\n\n' : ' ');
}
