import { TextMemo } from '../../daemon/content/scanning/classifier/memo.ts';
import { scanMessage, warmUp } from '../../daemon/content/scanning/index.ts';
import { judgeLanguage, language } from '../../daemon/content/scanning/scanners/language.ts';
import { SPAM_THRESHOLDS, spamScore } from '../../daemon/content/scanning/spam/judge.ts';
import { readRows, type TextRow } from './corpora.ts';
import type { Mail } from './mail.ts';
import type { Row } from './table.ts';
import { FOLDS } from './training/documents.ts';
import type { Sources } from './training/sources.ts';
import { trainSpam } from './training/spam.ts';
import { asLinearModel } from './training/trainer.ts';

const LONG = 80;

/** English mail called foreign, and foreign paragraphs found. */
export async function evaluateLanguage(mails: readonly Mail[]): Promise<Row[]> {
  const paragraphs = readRows<TextRow>('language/udhr_paragraphs.jsonl').filter(
    (row) => row.text.length >= LONG,
  );
  const foreign = paragraphs.filter((row) => row.label === 'non_english');
  const ham = mails.filter((mail) => mail.label === 'ham');
  let held = 0;
  for (const mail of ham) {
    const report = await scanMessage(mail.input, { scanners: [language] });
    if (report.verdict !== 'clean') held++;
  }
  let found = 0;
  for (const { text } of foreign) if (!(await judgeLanguage(text)).english) found++;
  const base = { dataSet: 'language', millisecondsPerMessage: null };
  return [
    {
      ...base,
      dataSet: 'language: ham',
      cases: ham.length,
      recall: null,
      falsePositives: held / ham.length,
      note: 'a few of them are not English',
    },
    {
      ...base,
      dataSet: 'language: other, 80+ characters',
      cases: foreign.length,
      recall: found / foreign.length,
      falsePositives: null,
      note: '82 languages',
    },
  ];
}

/** Spam by five-fold cross-validation, at both thresholds. */
export function evaluateSpam(sources: Sources): Row[] {
  const scores: { spam: number[]; ham: number[] } = { spam: [], ham: [] };
  for (let fold = 0; fold < FOLDS; fold++) {
    const model = asLinearModel(trainSpam(sources, fold));
    for (const { fold: own, label, input } of sources.mails) {
      if (own === fold) scores[label].push(spamScore(model, input, new TextMemo()));
    }
  }
  return Object.entries(SPAM_THRESHOLDS).map(([name, threshold]) => ({
    dataSet: `spam: ${name}`,
    cases: scores.spam.length + scores.ham.length,
    recall: scores.spam.filter((score) => score >= threshold).length / scores.spam.length,
    falsePositives: scores.ham.filter((score) => score >= threshold).length / scores.ham.length,
    millisecondsPerMessage: null,
    note: 'cross-validated; mail of 2002',
  }));
}

const quantile = (values: readonly number[], share: number) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;
const RUNS = 15;

/**
 * Time of the whole scan of messages of about 5 KB: the best of some runs each, which leaves other processes
 * out.
 */
export async function evaluateTime(mails: readonly Mail[]): Promise<Row[]> {
  await warmUp();
  const rows: Row[] = [];
  const sized = mails.filter(({ input }) => {
    const size = input.text.length + (input.html?.length ?? 0);
    return size > 4000 && size < 6500;
  });
  for (const direction of ['inbound', 'outbound'] as const) {
    const times = new Array<number>(sized.length).fill(Number.POSITIVE_INFINITY);
    for (let run = 0; run < RUNS; run++) {
      for (const [index, mail] of sized.entries()) {
        const start = performance.now();
        await scanMessage({ ...mail.input, direction });
        times[index] = Math.min(times[index] ?? 0, performance.now() - start);
      }
    }
    const [median, high] = [quantile(times, 0.5), quantile(times, 0.99)];
    rows.push({
      dataSet: `time: ${direction}, about 5 KB`,
      cases: sized.length,
      recall: null,
      falsePositives: null,
      millisecondsPerMessage: median,
      note: `median; p99 ${high.toFixed(2)} ms`,
    });
  }
  return rows;
}
