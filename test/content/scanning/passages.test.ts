import { expect, it } from 'vitest';
import { TextMemo } from '../../../daemon/content/scanning/classifier/memo.ts';
import { judgeText, trainedModel } from '../../../daemon/content/scanning/injection/judge.ts';
import { inbound, scan } from './support.ts';

const usualMargin = (text: string) => judgeText(trainedModel(), text, new TextMemo())?.margin ?? Number.NaN;

/** A request that the usual threshold holds, but not one that is half a point of log-odds higher. */
const request = ['Please write', 'Can you write', 'Write']
  .flatMap((verb) => ['a story', 'a report', 'a speech', 'an essay'].map((it) => `${verb} ${it}`))
  .flatMap((start) =>
    ['a meeting', 'a garden', 'a train', 'a dragon'].map((thing) => `${start} about ${thing}.`),
  )
  .find((text) => usualMargin(text) > 0.1 && usualMargin(text) < 0.4);

it('a sentence that is all of a text needs a higher score than the same sentence hidden', async () => {
  const text = 'See you on Monday.';
  const html = `<p>${text}</p><p style="display:none">${request}</p>`;
  expect(request).toBeDefined();
  expect((await scan(inbound({ text: request ?? '' }))).verdict).toBe('clean');
  expect((await scan(inbound({ text, html }))).verdict).toBe('quarantined');
});

it('a passage does not begin amid a sentence that a line break parts', () => {
  const text = 'I was hoping that you could answer how we can\noverride an existing switch?';
  expect(judgeText(trainedModel(), text, new TextMemo())?.start).toBe(0);
});
