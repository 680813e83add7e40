import * as api from '../support/api.ts';
import { createSubject, residentMegabytes, startDaemon } from './processes.ts';
import type { Figure } from './report.ts';
import { runSmtpLoad, textMessage } from './smtp-load.ts';

const MESSAGES = 100_000;
const STEP = 10_000;

/** Resident memory of the daemon after 100,000 messages, all read and scanned; takes several minutes. */
export async function benchMemory(): Promise<Figure[]> {
  const daemon = await startDaemon();
  const subject = await createSubject(daemon);
  const readings: number[] = [];
  for (let sent = 0; sent < MESSAGES; sent += STEP) {
    await runSmtpLoad({
      port: Number(daemon.ready.smtp?.split(':')[1]),
      sessions: 20,
      messages: STEP,
      message: (number) => textMessage(2000, number),
      recipient: subject.mailboxes[0]?.address ?? '',
    });
    await daemon.must(daemon.operatorToken, api.drain, { timeout_seconds: 600 });
    readings.push(residentMegabytes(daemon.child.pid ?? 0));
  }
  await daemon.stop();
  return [
    {
      name: 'memory after 100,000 messages of 2 KB',
      value: readings.at(-1) ?? Number.NaN,
      unit: 'MB',
      goal: { atMost: 220 },
      detail: `after each 10,000: ${readings.map((reading) => Math.round(reading)).join(', ')} MB`,
    },
  ];
}
