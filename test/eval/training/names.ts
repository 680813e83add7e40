import { allFakers } from '@faker-js/faker';
import {
  isLowerCase,
  mayBeName,
  nameFeatures,
  type Scope,
  tokenize,
} from '../../../daemon/content/scanning/pii/name-features.ts';
import { readRows } from '../corpora.ts';
import { type Document, foldOf } from './documents.ts';
import { expand, seeded } from './grammar.ts';
import { sharedSlots } from './slots.ts';
import { Examples, type FloatModel, train } from './trainer.ts';

export interface LabelledText {
  readonly id: string;
  readonly text: string;
  readonly spans: readonly { readonly type: string; readonly start: number; readonly end: number }[];
}

export function readLabelled(): LabelledText[] {
  return readRows<LabelledText>('pii/presidio_synth_v2.jsonl');
}

/** Sentences with names (N: full, F: first, L: last) beside other capitalised words. */
const TEMPLATES: readonly string[] =
  `Hi F, | Hello N, | Dear F, | Dear {Mr|Mrs|Ms|Dr}. L, | Hey F, how are you? | {Thanks|Regards|Best|Cheers|Kind regards|Sincerely},\\nN | {Thanks|Best},\\nF
My name is N and I live in {City}. | I am F from {Company}. | This is N calling about my order. | {Mr|Mrs|Ms|Dr|Prof}. L will meet you in {City}.
N {wrote|said|asked|replied|answered}: | F and F went to {City} on {Day}. | Please add N to the account. | N works for {Company} in {Country}. | F's {report|car|mother|idea} was late.
I spoke with F yesterday. | {Company} hired N as {Job}. | According to N, the {Company} office is closed. | F told L that {Country} was nice. | The {Company} team met N at {City} Airport.
N, {Job}\\n{Company} | N\\n{Job}\\n{Company}\\n{City} | From: N\\nTo: N\\nSubject: {Phrase} | Cc: N; N | Contact: N, {City} | Name: N\\nAddress: 12 {Street}\\n{City} | Patient N was admitted in {Month}.
N: {What a day.|Who are you?|Stop it!|I know.} | "{Who is it?|Wait,}" asked F. | F, can you call N? | Do you know N? | Is F coming? | Have you met L? | A letter from N arrived.
The name on the card is N. | change it to N please | The winner is N! | {He|She} married F L in {Month}. | {Her|His} name is F. | It was written by N and published by {Company}. | Title by N ({Month} 2004)
{Company} opened a shop in {City}, {Country}. | The {Adjective} {Thing} of {Country} ended in {Month}. | On {Day}, {Company} will ship {Phrase}. | {Phrase} is the best album. | Visit {City} in {Month}.
I work for {Company} | Welcome to {Company}! | Dear Customer, | Dear Sir or Madam, | Dear Team, | Hello everyone, | {Day}, {Month} 4 | The {Phrase} will start on {Day}. | {City} is in {Country}. | Subject: {Phrase}
{Street} {City} {Country} | {Company}, {Street}, {City} | Your {Company} Account | {Company} {Thing} Update | Click Here To {Phrase} | Please Note: {Phrase} | Terms And Conditions | Privacy Policy | {Company} Inc.
The {Job} of {Company} resigned. | I need {Phrase} by {Day}. | We moved from {City} to {City}. | {Adjective} Bank of {Country} | University of {City} | {City} Airport | Lake {City} | {Street} Station | Republic of {Country}
English, {Country}n and German | Linux and Windows | Java, Perl and Python | Monday Morning | Happy New Year | Customer Service | Credit Card | Social Security | Free Shipping | Best Regards | Kind Regards | Thank You | Sent from my iPhone`
    .split(/\n|\|(?![^{]*\})/)
    .map((line) => line.trim().replaceAll('\\n', '\n'))
    .filter((line) => line !== '');

const LOCALES =
  'en en_US en_GB de fr es it nl pl pt_BR sv nb_NO da fi cs_CZ hu hr ro tr sk sr_RS_latin vi en_IN en_AU en_NG fr_CA es_MX id_ID'.split(
    ' ',
  );
const COUNT = 14_000;

function capitalised(text: string): string {
  return text.replace(/(^|\s)\p{Ll}/gu, (letter) => letter.toUpperCase());
}

/** Expands the templates with names, cities and companies of many countries. */
function synthetic(seed: number): LabelledText[] {
  const random = seeded(seed);
  const fakers = LOCALES.flatMap((code) =>
    code in allFakers ? [allFakers[code as keyof typeof allFakers]] : [],
  );
  for (const faker of fakers) faker.seed(seed);
  return Array.from({ length: COUNT }, (_, index) => {
    const faker = fakers[Math.floor(random() * fakers.length)]!;
    const english = allFakers.en;
    const slots: Record<string, () => string> = {
      city: () => faker.location.city(),
      country: () => english.location.country(),
      company: () => (random() < 0.5 ? faker.company.name() : capitalised(english.company.buzzNoun())),
      job: () => capitalised(english.person.jobTitle()),
      month: () => english.date.month(),
      day: () => english.date.weekday(),
      street: () => faker.location.street(),
      thing: () => capitalised(english.commerce.product()),
      adjective: () => capitalised(english.commerce.productAdjective()),
      phrase: () => capitalised(english.company.catchPhrase()),
    };
    const template = expand(
      TEMPLATES[Math.floor(random() * TEMPLATES.length)]!.replace(
        /\{(City|Country|Company|Job|Month|Day|Street|Thing|Adjective|Phrase)\}/g,
        '<$1>',
      ),
      sharedSlots,
      random,
    );
    const name = () => [faker.person.firstName(), faker.person.lastName()] as const;
    return { id: `synthetic-${index}`, ...fill(template, slots, { name, random }) };
  });
}

interface People {
  readonly name: () => readonly [first: string, last: string];
  readonly random: () => number;
}

function fill(
  template: string,
  slots: Record<string, () => string>,
  { name, random }: People,
): Omit<LabelledText, 'id'> {
  const spans: { type: string; start: number; end: number }[] = [];
  let text = '';
  for (const piece of template.split(/(<\w+>|\b[NFL]\b(?!\.))/)) {
    const [first, last] = name();
    const slot = /^<(\w+)>$/.exec(piece)?.[1];
    if (slot) text += slots[slot.toLowerCase()]?.() ?? '';
    else if (piece === 'N' || piece === 'F' || piece === 'L') {
      const middle = random() < 0.15 ? `${first.charAt(0)}. ` : '';
      const value = piece === 'N' ? `${first} ${middle}${last}` : piece === 'F' ? first : last;
      spans.push({ type: 'PERSON', start: text.length, end: text.length + value.length });
      text += value;
    } else text += piece;
  }
  return { text, spans };
}

interface Emphasis {
  readonly weight: number;
  readonly scopes: readonly Scope[];
}

function addText(examples: Examples, { text, spans }: LabelledText, { weight, scopes }: Emphasis): void {
  const names = spans.filter((span) => span.type === 'PERSON');
  const tokens = tokenize(text, 100_000);
  const lowerCase = isLowerCase(text);
  const gold = tokens.map((token) =>
    names.some((span) => token.start >= span.start && token.end <= span.end),
  );
  for (const [index, token] of tokens.entries()) {
    if (!mayBeName(token, lowerCase)) continue;
    for (const scope of scopes) {
      examples.addFeatures(
        nameFeatures(tokens, index, gold, scope),
        gold[index] ? 1 : 0,
        scope === 'all' ? weight : weight / 3,
      );
    }
  }
}

const lowered = (entry: LabelledText): LabelledText => ({ ...entry, text: entry.text.toLowerCase() });

const OFTEN = 8;

/**
 * Capitalised words of real mail that are mostly written in small letters there: no names, only beginnings of
 * sentences and of headings.
 */
function addPlainWords(examples: Examples, mails: readonly Document[]): void {
  const counts = new Map<string, { small: number; capital: number }>();
  const tokenized = mails.map((mail) => tokenize(mail.text.slice(0, 20_000), 5_000));
  for (const token of tokenized.flat()) {
    const own = counts.get(token.lower) ?? { small: 0, capital: 0 };
    if (mayBeName(token)) own.capital++;
    else own.small++;
    counts.set(token.lower, own);
  }
  for (const tokens of tokenized) {
    for (const [index, token] of tokens.entries()) {
      const own = counts.get(token.lower);
      if (!own || !mayBeName(token) || own.small < OFTEN || own.small < own.capital) continue;
      examples.addFeatures(nameFeatures(tokens, index, []), 0, 0.5);
    }
  }
}

/** Trains the model of names, without one fold of the labelled texts. */
export function trainNames(ham: readonly Document[], heldOutFold: number | null): FloatModel {
  const examples = new Examples();
  addPlainWords(
    examples,
    ham.filter((mail) => mail.fold !== heldOutFold),
  );
  for (const entry of readLabelled()) {
    if (foldOf(entry.id) === heldOutFold) continue;
    addText(examples, entry, { weight: 2, scopes: ['all', 'word'] });
    if (entry.text.toLowerCase().length === entry.text.length)
      addText(examples, lowered(entry), { weight: 0.5, scopes: ['all'] });
  }
  for (const [index, entry] of synthetic(31).entries()) {
    addText(examples, entry, { weight: 1, scopes: ['all', 'word'] });
    if (index % 4 === 0 && entry.text.toLowerCase().length === entry.text.length)
      addText(examples, lowered(entry), { weight: 0.5, scopes: ['all'] });
  }
  return train(examples, { epochs: 12, rate: 0.3, decay: 0.0001, seed: 5 });
}
