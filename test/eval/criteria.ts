import { readFileSync } from 'node:fs';
import path from 'node:path';
import { scanMessage } from '../../daemon/content/scanning/index.ts';
import { confidentialityLeak } from '../../daemon/content/scanning/scanners/confidentiality-leak.ts';
import { harmfulContent } from '../../daemon/content/scanning/scanners/harmful-content.ts';
import { unauthorizedLiability } from '../../daemon/content/scanning/scanners/unauthorized-liability.ts';
import { textInput } from './mail.ts';
import { processorTime } from './processor-time.ts';
import type { Row } from './table.ts';

export const CRITERIA = [
  'violence',
  'hate_speech',
  'self_harm',
  'sexual_content',
  'harassment',
  'toxicity',
  'confidentiality_leak',
  'unauthorized_liability',
] as const;

export const HALVES = ['open', 'held-out', 'later', 'third', 'unread'] as const;

/**
 * The rules were written with the `open` sentences in view. The `later` ones were written after the rules and
 * measured before anyone looked at what they miss; docs/scanning-criteria.md has that figure. Then the rules
 * were extended for them, so today they measure no more than the open ones. So it was with the `third` ones.
 * The `unread` ones were written before that extension, and no rule has been written for what they miss.
 */
export interface CriterionCase {
  readonly criterion: (typeof CRITERIA)[number];
  readonly half: (typeof HALVES)[number];
  readonly label: 'harmful' | 'harmless';
  readonly language: string;
  readonly text: string;
}

const SCANNERS = [harmfulContent, confidentialityLeak, unauthorizedLiability];
const MANDATORY = 6;

/** Sentences of a criterion: `## half label language`, then one a line. */
export function readCases(criterion: CriterionCase['criterion']): CriterionCase[] {
  const file = path.join(import.meta.dirname, 'criteria', `${criterion}.txt`);
  let [half, label, language] = ['open', 'harmful', 'en'] as string[];
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      if (!line.startsWith('## '))
        return line === '' ? [] : [{ criterion, half, label, language, text: line }];
      [, half, label, language] = line.split(' ');
      return [];
    }) as CriterionCase[];
}

/**
 * Whether the sentence, sent as a mail, is held: for a mandatory criterion by any of the six, which hold
 * alike.
 */
export async function isHeld({ criterion, text }: CriterionCase): Promise<boolean> {
  const { findings } = await scanMessage(textInput(text, '', 'outbound'), { scanners: SCANNERS });
  const mandatory = CRITERIA.indexOf(criterion) < MANDATORY;
  return findings.some(({ scanner }) =>
    mandatory ? scanner === harmfulContent.name : scanner === criterion.replace('_', '-'),
  );
}

async function rowOf(criterion: CriterionCase['criterion'], half: CriterionCase['half']): Promise<Row> {
  const cases = readCases(criterion).filter((each) => each.half === half);
  const start = processorTime();
  const held = new Set<CriterionCase>();
  for (const each of cases) if (await isHeld(each)) held.add(each);
  const share = (label: CriterionCase['label']) => {
    const own = cases.filter((each) => each.label === label);
    return own.filter((each) => held.has(each)).length / own.length;
  };
  return {
    dataSet: `criteria: ${criterion}, ${half}`,
    cases: cases.length,
    recall: share('harmful'),
    falsePositives: share('harmless'),
    millisecondsPerMessage: (processorTime() - start) / cases.length,
    note: 'own sentences, half in English, half in five other languages',
  };
}

/**
 * The criteria for mail that goes out, on sentences of our own: harmful ones, and harmless ones in nearly the
 * same words.
 */
export async function evaluateCriteria(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const half of HALVES) for (const criterion of CRITERIA) rows.push(await rowOf(criterion, half));
  return rows;
}
