import * as api from '../support/api.ts';
import { costOf } from './cost.ts';
import { createSubject, newDay, startDaemon } from './processes.ts';
import { prose } from './prose.ts';
import { type Figure, median } from './report.ts';
import { TEXT_BYTES } from './sends.ts';

const RECIPIENTS = 50;
/** Of a round, each; less than a day's budget of the largest plan. */
const SENDS = 10;
const SINGLE = 200;

/** Processor time of a send to 50 recipients against that of a send to one. */
export async function benchSeveral(rounds: number): Promise<Figure[]> {
  const daemon = await startDaemon({ flags: ['--test-clock'] });
  const subject = await createSubject(daemon);
  const from_mailbox = subject.mailboxes[0]?.id ?? '';
  let count = 0;
  const send = async (recipients: number) => {
    const to = Array.from({ length: recipients }, () => `person${++count}@example.com`);
    const body = prose(TEXT_BYTES, count);
    await daemon.must(subject.admin, api.send, { from_mailbox, to, subject: 'Report', body });
  };
  const sends = async (times: number, recipients: number) => {
    await newDay(daemon);
    return costOf(daemon, times, async () => {
      for (let time = 0; time < times; time++) await send(recipients);
    });
  };
  const ones: number[] = [];
  const fifties: number[] = [];
  await sends(SINGLE, 1);
  for (let round = 0; round < rounds; round++) {
    ones.push(await sends(SINGLE, 1));
    fifties.push(await sends(SENDS, RECIPIENTS));
  }
  await daemon.stop();
  const one = median(ones);
  const fifty = median(fifties);
  return [
    {
      name: `processor time of a send to ${RECIPIENTS}, of a send to one`,
      value: fifty / one,
      unit: 'x',
      goal: { atMost: 25 },
      detail: `${fifty.toFixed(1)} ms and ${one.toFixed(2)} ms, one caller`,
    },
  ];
}
