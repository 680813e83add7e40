import { disjoint } from '../../daemon/content/scanning/pii/detect.ts';
import { patternDetectors } from '../../daemon/content/scanning/pii/patterns.ts';
import { namesBy } from '../../daemon/content/scanning/pii/person.ts';
import { phoneNumbers } from '../../daemon/content/scanning/pii/phone.ts';
import type { PiiSpan } from '../../daemon/content/scanning/types.ts';
import { PII_TYPES } from '../../shared/contract/scan.ts';
import { processorTime } from './processor-time.ts';
import type { Row } from './table.ts';
import { FOLDS, foldOf } from './training/documents.ts';
import { type LabelledText, readLabelled, trainNames } from './training/names.ts';
import type { Sources } from './training/sources.ts';
import { asLinearModel } from './training/trainer.ts';

interface Counts {
  found: number;
  missed: number;
  wrong: number;
}

type Span = Pick<PiiSpan, 'start' | 'end'> & { readonly type: string };

const overlaps = (a: Span, b: Span) => a.type === b.type && a.start < b.end && a.end > b.start;

/** A span counts as found when a span of its type overlaps it, as wrong when it overlaps none. */
function count(entry: LabelledText, detected: readonly PiiSpan[], counts: Map<string, Counts>): void {
  const of = (type: string) => {
    const own = counts.get(type) ?? { found: 0, missed: 0, wrong: 0 };
    counts.set(type, own);
    return own;
  };
  const known: ReadonlySet<string> = new Set(PII_TYPES);
  const wanted = entry.spans.filter((span) => known.has(span.type));
  for (const span of wanted) {
    if (detected.some((other) => overlaps(span, other))) of(span.type).found++;
    else of(span.type).missed++;
  }
  for (const span of detected) if (!wanted.some((other) => overlaps(span, other))) of(span.type).wrong++;
}

const CHECKSUMMED = ['CREDIT_CARD', 'IBAN_CODE'];

function rowOf(name: string, counts: readonly Counts[], milliseconds: number | null): Row {
  const sum = (key: keyof Counts) => counts.reduce((total, own) => total + own[key], 0);
  const [found, missed, wrong] = [sum('found'), sum('missed'), sum('wrong')];
  const f = (2 * found) / (2 * found + missed + wrong);
  return {
    dataSet: `pii: ${name}`,
    cases: found + missed,
    recall: found / (found + missed),
    falsePositives: wrong / Math.max(1, found + wrong),
    millisecondsPerMessage: milliseconds,
    note: `F ${f.toFixed(3)}; false positives: share of what is reported`,
  };
}

/** PII on presidio_synth_v2; names by five-fold cross-validation. */
export function evaluatePii(sources: Sources): Row[] {
  const counts = new Map<string, Counts>();
  const rows = readLabelled();
  let milliseconds = 0;
  for (let fold = 0; fold < FOLDS; fold++) {
    const model = asLinearModel(trainNames(sources.ham, fold));
    const detectors = [...patternDetectors, phoneNumbers, namesBy(() => model)];
    for (const entry of rows.filter((row) => foldOf(row.id) === fold)) {
      const start = processorTime();
      const detected = disjoint(detectors.flatMap((detector) => [...detector(entry.text)]));
      milliseconds += processorTime() - start;
      count(entry, detected, counts);
    }
  }
  const types = [...counts].filter(([, own]) => own.found + own.missed > 0);
  return [
    rowOf('all types', [...counts.values()], milliseconds / rows.length),
    rowOf(
      'checksummed',
      types.filter(([type]) => CHECKSUMMED.includes(type)).map(([, own]) => own),
      null,
    ),
    ...types.map(([type, own]) => rowOf(type, [own], null)),
  ];
}
