import type { ScanInput, ScanOptions } from '../../daemon/scanning/index.ts';
import { scanMessage } from '../../daemon/scanning/index.ts';
import type { InjectionModels } from '../../daemon/scanning/injection/judge.ts';
import { promptInjectionWith } from '../../daemon/scanning/scanners/prompt-injection.ts';
import { attackMails, laterAttackMails } from './attack-mails.ts';
import { everydayMails } from './everyday.ts';
import { laterMachineTalk, machineTalk } from './machine-talk.ts';
import { textInput } from './mail.ts';
import { processorTime } from './processor-time.ts';
import { mannerAttacks, mannerMails } from './public-manner.ts';
import type { Row } from './table.ts';
import { type Split, trainBuried, trainLone } from './training/injection.ts';
import { type Document, FOLDS, foldOf, type Sources } from './training/sources.ts';
import { asLinearModel } from './training/trainer.ts';

interface Tally {
  cases: number;
  held: number;
  milliseconds: number;
}

function modelsFor(sources: Sources, split: Split): InjectionModels {
  const buried = asLinearModel(trainBuried(sources, split));
  return { buried, lone: asLinearModel(trainLone(sources, split)) };
}

/** Puts an attack at the start, the middle or the end of a mail. */
function bury(attack: string, carrier: string, place: number): string {
  if (place === 0) return `${attack}\n\n${carrier}`;
  if (place === 1) return `${carrier}\n\n${attack}`;
  const half = carrier.indexOf('\n', carrier.length / 2);
  const stop = carrier.indexOf('. ', carrier.length / 2);
  const cut =
    half !== -1 ? half + 1 : stop !== -1 ? stop + 2 : carrier.lastIndexOf(' ', carrier.length / 2) + 1;
  const before = half !== -1 || stop !== -1 ? '' : '\n';
  return `${carrier.slice(0, cut)}${before}${attack}\n${carrier.slice(cut)}`;
}

class Measurement {
  readonly tallies = new Map<string, Tally>();
  private readonly options: ScanOptions;

  constructor(models: InjectionModels) {
    this.options = { scanners: [promptInjectionWith(() => models)] };
  }

  async add(name: string, input: ScanInput): Promise<void> {
    const tally = this.tallies.get(name) ?? { cases: 0, held: 0, milliseconds: 0 };
    const start = processorTime();
    const report = await scanMessage(input, this.options);
    tally.milliseconds += processorTime() - start;
    tally.cases++;
    if (report.verdict !== 'clean') tally.held++;
    this.tallies.set(name, tally);
  }
}

function merge(into: Map<string, Tally>, from: ReadonlyMap<string, Tally>): void {
  for (const [name, { cases, held, milliseconds }] of from) {
    const tally = into.get(name) ?? { cases: 0, held: 0, milliseconds: 0 };
    into.set(name, {
      cases: tally.cases + cases,
      held: tally.held + held,
      milliseconds: tally.milliseconds + milliseconds,
    });
  }
}

const ATTACKS = ['deepset', 'cyberseceval', 'multilingual', 'jailbreaks', 'latent'] as const;
const BENIGN = ['notinject', 'deepsetBenign', 'wildguard', 'contexts', 'forwards', 'declarations'] as const;
/** Mails written for measuring, which no model ever sees. The later ones are younger than every template. */
const OWN_MAILS: readonly (readonly [string, readonly string[]])[] = [
  ['own attack mails', attackMails],
  ['own attack mails, later', laterAttackMails],
  ['everyday short mails', everydayMails],
  ['mails about machines', machineTalk],
  ['mails about machines, later', laterMachineTalk],
  ['attack mails, public manner', mannerAttacks],
  ['harmless mails, same verbs', mannerMails],
];
type AttackSet = (typeof ATTACKS)[number] | 'bipia';

/** Measures the attacks of these sets, alone and among the sentences of harmless mail of one fold. */
async function addAttacks(
  measurement: Measurement,
  carriers: { readonly contexts: readonly Document[]; readonly ham: readonly Document[] },
  sets: readonly (readonly [AttackSet, readonly Document[]])[],
): Promise<void> {
  const ham = carriers.ham.filter((entry) => entry.text.length < 6000 && entry.sentences.length > 3);
  let turn = 0;
  const next = (documents: readonly Document[]) => documents[turn++ % documents.length]?.text ?? '';
  for (const [name, documents] of sets) {
    for (const { text } of documents) {
      if (name === 'bipia') {
        for (const place of [0, 1, 2])
          await measurement.add(
            'bipia in its e-mails',
            textInput(bury(text, next(carriers.contexts), place), 'Hello'),
          );
      } else await measurement.add(name, textInput(text));
      await measurement.add(`${name} in real mail`, textInput(bury(text, next(ham), turn % 3), 'Hello'));
    }
  }
}

async function addHam(measurement: Measurement, sources: Sources, fold: number): Promise<void> {
  for (const mail of sources.mails)
    if (mail.label === 'ham' && foldOf(mail.id) === fold) await measurement.add('ham', mail.input);
}

const inFold = (documents: readonly Document[], fold: number) =>
  documents.filter((entry) => entry.fold === fold);

async function crossValidated(sources: Sources): Promise<Map<string, Tally>> {
  const tallies = new Map<string, Tally>();
  for (let fold = 0; fold < FOLDS; fold++) {
    const split = { heldOutFold: fold, heldOutSources: new Set<string>() };
    const measurement = new Measurement(modelsFor(sources, split));
    const carriers = { contexts: inFold(sources.contexts, fold), ham: inFold(sources.ham, fold) };
    const sets = [...ATTACKS, 'bipia' as const].map((name) => [name, inFold(sources[name], fold)] as const);
    await addAttacks(measurement, carriers, sets);
    for (const name of BENIGN)
      for (const { text } of inFold(sources[name], fold)) await measurement.add(name, textInput(text));
    await addHam(measurement, sources, fold);
    if (fold === 0)
      for (const [name, mails] of OWN_MAILS)
        for (const text of mails) await measurement.add(name, textInput(text, 'Hello'));
    merge(tallies, measurement.tallies);
  }
  return tallies;
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
async function unseen(sources: Sources, family: readonly AttackSet[]): Promise<Map<string, Tally>> {
  const fold = 0;
  const split = { heldOutFold: fold, heldOutSources: new Set<string>(family) };
  const measurement = new Measurement(modelsFor(sources, split));
  const carriers = { contexts: inFold(sources.contexts, fold), ham: inFold(sources.ham, fold) };
  await addAttacks(
    measurement,
    carriers,
    family.map((name) => [name, sources[name]] as const),
  );
  await addHam(measurement, sources, fold);
  return measurement.tallies;
}

function rowOf(name: string, { cases, held, milliseconds }: Tally, benign: boolean, note: string): Row {
  return {
    dataSet: name,
    cases,
    recall: benign ? null : held / cases,
    falsePositives: benign ? held / cases : null,
    millisecondsPerMessage: milliseconds / cases,
    note,
  };
}

/** Injection, by five-fold cross-validation and, for unseen families, by leaving a whole source out. */
export async function evaluateInjection(sources: Sources, thorough: boolean): Promise<Row[]> {
  const benign = new Set<string>([
    ...BENIGN,
    'ham',
    'everyday short mails',
    'mails about machines',
    'mails about machines, later',
    'harmless mails, same verbs',
  ]);
  const rows = [...(await crossValidated(sources))].map(([name, tally]) =>
    rowOf(`injection: ${name}`, tally, benign.has(name), 'cross-validated'),
  );
  if (!thorough) return rows;
  for (const family of FAMILIES) {
    for (const [name, tally] of await unseen(sources, family))
      rows.push(rowOf(`unseen: ${name}`, tally, benign.has(name), `trained without ${family.join(', ')}`));
  }
  return rows;
}
