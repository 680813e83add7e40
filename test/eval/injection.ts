import type { ScanInput, ScanOptions } from '../../daemon/scanning/index.ts';
import { scanMessage } from '../../daemon/scanning/index.ts';
import type { InjectionModels } from '../../daemon/scanning/injection/judge.ts';
import { promptInjectionWith } from '../../daemon/scanning/scanners/prompt-injection.ts';
import { everydayMails } from './everyday.ts';
import { textInput } from './mail.ts';
import type { Row } from './table.ts';
import { type Split, trainBuried, trainLone } from './training/injection.ts';
import { type Document, FOLDS, type Sources } from './training/sources.ts';
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
  const cut = half !== -1 ? half + 1 : stop !== -1 ? stop + 2 : carrier.length;
  return `${carrier.slice(0, cut)}${attack}\n${carrier.slice(cut)}`;
}

class Measurement {
  readonly tallies = new Map<string, Tally>();
  private readonly options: ScanOptions;

  constructor(models: InjectionModels) {
    this.options = { scanners: [promptInjectionWith(() => models)] };
  }

  async add(name: string, input: ScanInput): Promise<void> {
    const tally = this.tallies.get(name) ?? { cases: 0, held: 0, milliseconds: 0 };
    const start = performance.now();
    const report = await scanMessage(input, this.options);
    tally.milliseconds += performance.now() - start;
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
type AttackSet = (typeof ATTACKS)[number] | 'bipia';

async function measureFold(sources: Sources, split: Split, fold: number, attacks: readonly AttackSet[]) {
  const measurement = new Measurement(modelsFor(sources, split));
  const own = (documents: readonly Document[]) => documents.filter((entry) => entry.fold === fold);
  const contexts = own(sources.contexts);
  const ham = own(sources.ham).filter((entry) => entry.text.length < 6000 && entry.sentences.length > 3);
  let turn = 0;
  const next = (carriers: readonly Document[]) => carriers[turn++ % carriers.length]?.text ?? '';
  for (const name of attacks) {
    for (const { text } of own(sources[name])) {
      if (name === 'bipia') {
        for (const place of [0, 1, 2])
          await measurement.add(
            'bipia in its e-mails',
            textInput(bury(text, next(contexts), place), 'Hello'),
          );
      } else await measurement.add(name, textInput(text));
      await measurement.add(`${name} in real mail`, textInput(bury(text, next(ham), turn % 3), 'Hello'));
    }
  }
  return { measurement, own };
}

async function crossValidated(sources: Sources): Promise<Map<string, Tally>> {
  const tallies = new Map<string, Tally>();
  for (let fold = 0; fold < FOLDS; fold++) {
    const split = { heldOutFold: fold, heldOutSources: new Set<string>() };
    const { measurement, own } = await measureFold(sources, split, fold, [...ATTACKS, 'bipia']);
    for (const name of BENIGN)
      for (const { text } of own(sources[name])) await measurement.add(name, textInput(text));
    const ids = new Set(own(sources.ham).map((entry) => entry.id));
    for (const mail of sources.mails) if (ids.has(mail.id)) await measurement.add('ham', mail.input);
    if (fold === 0)
      for (const text of everydayMails)
        await measurement.add('everyday short mails', textInput(text, 'Hello'));
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

async function unseen(sources: Sources, family: readonly AttackSet[]): Promise<Map<string, Tally>> {
  const tallies = new Map<string, Tally>();
  const split = { heldOutFold: 0, heldOutSources: new Set<string>(family) };
  for (let fold = 0; fold < FOLDS; fold++) {
    const { measurement } = await measureFold(sources, { ...split, heldOutFold: fold }, fold, family);
    merge(tallies, measurement.tallies);
  }
  return tallies;
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
  const benign = new Set<string>([...BENIGN, 'ham', 'everyday short mails']);
  const rows = [...(await crossValidated(sources))].map(([name, tally]) =>
    rowOf(`injection: ${name}`, tally, benign.has(name), 'cross-validated'),
  );
  if (!thorough) return rows;
  for (const family of FAMILIES) {
    for (const [name, tally] of await unseen(sources, family))
      rows.push(rowOf(`injection: ${name}`, tally, false, 'source never seen'));
  }
  return rows;
}
