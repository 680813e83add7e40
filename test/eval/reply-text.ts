import { replyText } from '../../daemon/content/reply-text/reply-text.ts';
import { forwardCases } from '../content/reply-text/corpus.ts';
import { readFixtures } from '../content/reply-text/fixtures.ts';
import { type Measured, measured } from '../content/reply-text/measure.ts';
import { processorTime } from './processor-time.ts';
import type { Row } from './table.ts';

function rowOf(dataSet: string, cases: number, measure: () => readonly Measured[]): Row {
  const before = processorTime();
  const results = measure();
  const milliseconds = processorTime() - before;
  return {
    dataSet: `reply text: ${dataSet}`,
    cases,
    recall: results.filter(({ isExact }) => isExact).length / cases,
    falsePositives: results.filter(({ isLossy }) => isLossy).length / cases,
    millisecondsPerMessage: milliseconds / cases,
    note: 'exactly right; words of the writer lost',
  };
}

/** The words that messages add: our fixtures by kind, and the published forwards. */
export function evaluateReplyText(): Row[] {
  const fixtures = readFixtures();
  const forwards = forwardCases();
  const groups = [...new Set(fixtures.map(({ group }) => group))];
  const ofFixtures = (name: string, chosen: typeof fixtures) =>
    rowOf(name, chosen.length, () => chosen.map((one) => measured(replyText(one).text, one.expected)));
  return [
    ...groups.map((group) =>
      ofFixtures(
        group,
        fixtures.filter((fixture) => fixture.group === group),
      ),
    ),
    ofFixtures('our fixtures', fixtures),
    rowOf('published forwards', forwards.length, () =>
      forwards.map(({ text, own }) => {
        const reply = replyText({ text, html: null });
        return own === null ? { isExact: !reply.hasOwnWords, isLossy: false } : measured(reply.text, own);
      }),
    ),
  ];
}
