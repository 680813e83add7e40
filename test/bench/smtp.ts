import { createSubject, startDaemon, startReference } from './processes.ts';
import { type Figure, inTurn } from './report.ts';
import { runSmtpLoad, type SmtpLoad, textMessage } from './smtp-load.ts';

interface Case {
  readonly name: string;
  readonly bytes: number;
  readonly sessions: number;
  readonly messages: number;
  readonly reconnect?: boolean;
  readonly atLeast: number;
}

const CASES: readonly Case[] = [
  { name: 'SMTP accept, 2 KB, 50 sessions', bytes: 2000, sessions: 50, messages: 3000, atLeast: 0.45 },
  { name: 'SMTP accept, 200 KB, 10 sessions', bytes: 200_000, sessions: 10, messages: 300, atLeast: 0.6 },
  {
    name: 'SMTP, a connection for each message',
    bytes: 2000,
    sessions: 10,
    messages: 400,
    reconnect: true,
    atLeast: 10,
  },
];

/** Messages accepted per second, durable before the 250, against a stock listener that discards them. */
export async function benchSmtp(rounds: number): Promise<Figure[]> {
  const daemon = await startDaemon();
  const bare = await startReference('bare-smtp');
  const subject = await createSubject(daemon);
  const recipient = subject.mailboxes[0]?.address ?? '';
  const figures: Figure[] = [];
  for (const { name, bytes, atLeast, ...shape } of CASES) {
    const load = (smtp: string | undefined, messages = shape.messages): Promise<number> => {
      const parameters: SmtpLoad = {
        ...shape,
        messages,
        recipient,
        message: textMessage(bytes),
        port: Number(smtp?.split(':')[1]),
      };
      return runSmtpLoad(parameters);
    };
    await load(daemon.ready.smtp, 100);
    await load(bare.ready.smtp, 100);
    const result = await inTurn(
      rounds,
      async () => {
        const rate = await load(daemon.ready.smtp);
        await daemon.call(daemon.operatorToken, 'POST', '/operator/v1/drain', { timeout_seconds: 120 });
        return rate;
      },
      () => load(bare.ready.smtp),
    );
    figures.push({
      name,
      value: result.ratio,
      unit: 'x',
      goal: { atLeast },
      detail: `${Math.round(result.ours)} messages/s, stock listener ${Math.round(result.reference)}`,
    });
  }
  await Promise.all([daemon.stop(), bare.stop()]);
  return figures;
}
