import { appendFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { LinearModel } from '../../daemon/content/scanning/classifier/model.ts';
import type { ScanInput, ScanOptions } from '../../daemon/content/scanning/index.ts';
import { scanMessage } from '../../daemon/content/scanning/index.ts';
import { trainedModel } from '../../daemon/content/scanning/injection/judge.ts';
import { promptInjectionWith } from '../../daemon/content/scanning/scanners/prompt-injection.ts';
import { attackMails, laterAttackMails } from './attack-mails.ts';
import { businessMails } from './business-mails.ts';
import { buryAt, inJson, padded } from './carriers.ts';
import { everydayMails } from './everyday.ts';
import { laterMachineTalk, machineTalk } from './machine-talk.ts';
import { textInput } from './mail.ts';
import { readMailOfToday, TODAY } from './mail-today.ts';
import { processorTime } from './processor-time.ts';
import { mannerAttacks, mannerMails } from './public-manner.ts';
import type { Row } from './table.ts';
import { type Document, FOLDS } from './training/documents.ts';
import { type Split, trainInjection } from './training/injection.ts';
import { isManipulation, type Sources } from './training/sources.ts';
import { asLinearModel } from './training/trainer.ts';

export interface Tally {
  cases: number;
  held: number;
  milliseconds: number;
}

type Tallies = Map<string, Tally>;

/** File for the margin of each case, to choose thresholds by. */
const scoresFile = process.env.AGENTMAIL_EVAL_SCORES;

class Measurement {
  readonly tallies: Tallies = new Map();
  private readonly options: ScanOptions;

  constructor(model: LinearModel) {
    this.options = { scanners: [promptInjectionWith(() => model)], explains: scoresFile !== undefined };
  }

  async add(name: string, input: ScanInput): Promise<void> {
    const tally = this.tallies.get(name) ?? { cases: 0, held: 0, milliseconds: 0 };
    const start = processorTime();
    const report = await scanMessage(input, this.options);
    tally.milliseconds += processorTime() - start;
    tally.cases++;
    const held = report.verdict !== 'clean';
    if (held) tally.held++;
    const [finding] = report.findings;
    if (scoresFile !== undefined)
      appendFileSync(
        scoresFile,
        `${JSON.stringify([name, held && finding?.failureClass === undefined, finding?.margin ?? null, input.text.slice(0, 60)])}\n`,
      );
    this.tallies.set(name, tally);
  }
}

function merge(into: Tallies, from: Tallies): void {
  for (const [name, { cases, held, milliseconds }] of from) {
    const tally = into.get(name) ?? { cases: 0, held: 0, milliseconds: 0 };
    into.set(name, {
      cases: tally.cases + cases,
      held: tally.held + held,
      milliseconds: tally.milliseconds + milliseconds,
    });
  }
}

const ATTACKS = ['deepset', 'cyberseceval', 'multilingual', 'jailbreaks', 'latent', 'bipia'] as const;
type AttackSet = (typeof ATTACKS)[number];
const BENIGN = ['notinject', 'deepsetBenign', 'wildguard', 'contexts', 'forwards', 'declarations'] as const;
/** Mails written for measuring, which no model ever sees. The later ones are younger than every template. */
const OWN_MAILS: readonly (readonly [string, readonly string[]])[] = [
  ['everyday business mails', businessMails],
  ['everyday short mails', everydayMails],
  ['mails about machines', machineTalk],
  ['mails about machines, later', laterMachineTalk],
  ['harmless mails, same verbs', mannerMails],
  ['own attack mails', attackMails],
  ['own attack mails, later', laterAttackMails],
  ['attack mails, public manner', mannerAttacks],
];
const HARMLESS = new Set<string>([
  ...BENIGN,
  ...TODAY,
  'ham',
  ...OWN_MAILS.map(([name]) => name).filter((name) => !name.includes('attack')),
]);

/** Of every so many attacks one is hidden in 50 KB and one in a value of JSON. */
const RARELY = 3;

/**
 * Measures attacks inside the mail of one fold: among its sentences, in the middle of 50 KB, in a value of
 * JSON.
 */
async function addAttacks(
  measurement: Measurement,
  carriers: readonly Document[],
  sets: readonly (readonly [AttackSet, readonly Document[]])[],
): Promise<void> {
  const mails = carriers.filter(({ text, sentences }) => text.length < 6000 && sentences.length > 3);
  let turn = 0;
  const next = () => mails[turn++ % mails.length]?.text ?? '';
  for (const [name, documents] of sets) {
    for (const [index, document] of documents.entries()) {
      const { text } = document;
      const mail = textInput(buryAt(text, next(), turn % 3), 'Hello');
      await measurement.add(`${name} in real mail`, mail);
      if (isManipulation(document)) await measurement.add('bipia manipulation in real mail', mail);
      if (index % RARELY === 0) {
        await measurement.add('middle of 50 KB', textInput(buryAt(text, padded(next), 2), 'Hello'));
        await measurement.add('one value of JSON', textInput(inJson(text, turn), 'Hello'));
      }
    }
  }
}

const inFold = (documents: readonly Document[], fold: number) =>
  documents.filter((entry) => entry.fold === fold);

/** Harmless texts: prompts and mail of one fold, and a source of today's mail that the model doesn't know. */
async function addHarmless(measurement: Measurement, sources: Sources, fold: number): Promise<void> {
  for (const name of BENIGN)
    for (const { text } of inFold(sources[name], fold)) await measurement.add(name, textInput(text));
  for (const mail of sources.mails)
    if (mail.label === 'ham' && mail.fold === fold) await measurement.add('ham', mail.input);
  const today = TODAY[fold];
  for (const { input } of today ? readMailOfToday(today) : []) await measurement.add(today ?? '', input);
}

/** Each fold leaves out a fifth of every set, and one source of today's mail wholly. */
const splitOf = (fold: number): Split => ({
  heldOutFold: fold,
  heldOutSources: new Set(TODAY.slice(fold, fold + 1)),
});

async function crossValidated(sources: Sources, fold: number): Promise<Tallies> {
  const measurement = new Measurement(asLinearModel(trainInjection(sources, splitOf(fold))));
  const sets = ATTACKS.map((name) => [name, inFold(sources[name], fold)] as const);
  await addAttacks(measurement, inFold(sources.ham, fold), sets);
  await addHarmless(measurement, sources, fold);
  return measurement.tallies;
}

/** The files of this folder, which have learned from all corpora, and on mails that no model learns from. */
async function shipped(sources: Sources): Promise<Tallies> {
  const measurement = new Measurement(trainedModel());
  await addAttacks(
    measurement,
    sources.ham,
    ATTACKS.map((name) => [name, sources[name]] as const),
  );
  for (let fold = 0; fold < FOLDS; fold++) await addHarmless(measurement, sources, fold);
  for (const [name, mails] of OWN_MAILS)
    for (const text of mails) await measurement.add(name, textInput(text, 'Hello'));
  return measurement.tallies;
}

/** Families that the models of these rows have never seen. */
const FAMILIES: readonly (readonly AttackSet[])[] = [
  ['deepset'],
  ['bipia'],
  ['cyberseceval', 'multilingual'],
  ['jailbreaks', 'latent'],
];

/**
 * All attacks of a family, by models that saw none of them; carriers and ham are of a fold that they did not
 * see either.
 */
async function unseen(sources: Sources, family: readonly AttackSet[]): Promise<Tallies> {
  const fold = 0;
  const split = { heldOutFold: fold, heldOutSources: new Set<string>(family) };
  const measurement = new Measurement(asLinearModel(trainInjection(sources, split)));
  const sets = family.map((name) => [name, sources[name]] as const);
  await addAttacks(measurement, inFold(sources.ham, fold), sets);
  return measurement.tallies;
}

function rowOf(dataSet: string, { cases, held, milliseconds }: Tally, note: string): Row {
  const harmless = HARMLESS.has(dataSet.replace(/^injection: /, ''));
  return {
    dataSet,
    cases,
    recall: harmless ? null : held / cases,
    falsePositives: harmless ? held / cases : null,
    millisecondsPerMessage: milliseconds / cases,
    note,
  };
}

const percent = ({ cases, held }: Tally) => `${((100 * held) / cases).toFixed(1)} %`;

const trainedWithout = (family: readonly AttackSet[]) => `trained without ${family.join(', ')}`;

/** Parts of the measurement, each for a process of its own: most of the time goes into training. */
function partsOf(thorough: boolean): string[] {
  const folds = Array.from({ length: FOLDS }, (_, fold) => `fold ${fold}`);
  return ['shipped', ...folds, ...(thorough ? FAMILIES.map(trainedWithout) : [])];
}

/** Measures one part. */
export async function measurePart(sources: Sources, part: string): Promise<[string, Tally][]> {
  if (part === 'shipped') return [...(await shipped(sources))];
  const family = FAMILIES.find((each) => trainedWithout(each) === part);
  if (family) return [...(await unseen(sources, family))];
  return [...(await crossValidated(sources, Number(part.slice('fold '.length))))];
}

/**
 * Injection: cross-validated rows, each beside what the shipped files find on the same set, which they have
 * learned from. Mails of our own are measured with the shipped files. `thorough` also leaves whole families
 * out. `measure` gives the tallies of one part.
 */
export async function evaluateInjection(
  thorough: boolean,
  measure: (part: string) => Promise<[string, Tally][]>,
): Promise<Row[]> {
  const parts = partsOf(thorough);
  const measured = new Map<string, Tallies>();
  const left = [...parts];
  const work = async () => {
    for (let part = left.shift(); part !== undefined; part = left.shift())
      measured.set(part, new Map(await measure(part)));
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  const validated: Tallies = new Map();
  for (const [part, tallies] of measured) if (part.startsWith('fold')) merge(validated, tallies);
  const rows = [...(measured.get('shipped') ?? [])].map(([name, tally]) => {
    const held = validated.get(name);
    return held
      ? rowOf(`injection: ${name}`, held, `cross-validated; shipped files ${percent(tally)}`)
      : rowOf(`injection: ${name}`, tally, 'shipped files; never learned');
  });
  for (const part of parts.filter((each) => each.startsWith('trained')))
    for (const [name, tally] of measured.get(part) ?? []) rows.push(rowOf(`unseen: ${name}`, tally, part));
  return rows;
}
