import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as api from '../support/api.ts';
import { createSubject, type RunningDaemon, startDaemon, startReference } from './processes.ts';
import { type Figure, inTurn } from './report.ts';
import { signedMail } from './signed-mail.ts';
import { runSmtpLoad, type SmtpLoad, textMessage } from './smtp-load.ts';

interface Case {
  readonly name: string;
  readonly bytes: number;
  readonly sessions: number;
  readonly messages: number;
  readonly reconnect?: boolean;
  /** The sender is proven by DKIM and DMARC. */
  readonly signed?: boolean;
  readonly atLeast: number;
}

const CASES: readonly Case[] = [
  { name: 'SMTP accept, 2 KB, 50 sessions', bytes: 2000, sessions: 50, messages: 3000, atLeast: 0.45 },
  {
    name: 'SMTP accept, 2 KB, 50 sessions, signed',
    bytes: 2000,
    sessions: 50,
    messages: 3000,
    signed: true,
    atLeast: 0.45,
  },
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
  const [proven, names] = await signedMail(textMessage(2000), 'bench.example');
  const home = mkdtempSync(join(tmpdir(), 'agentmail-bench-'));
  const daemon = await startAsking(home, names.address);
  const bare = await startReference('bare-smtp');
  const subject = await createSubject(daemon);
  const recipient = subject.mailboxes[0]?.address ?? '';
  const figures: Figure[] = [];
  for (const { name, bytes, atLeast, signed = false, ...shape } of CASES) {
    const load = (smtp: string | undefined, messages = shape.messages): Promise<number> => {
      const parameters: SmtpLoad = {
        ...shape,
        messages,
        recipient,
        message: signed ? proven : (number) => textMessage(bytes, number),
        port: Number(smtp?.split(':')[1]),
      };
      return runSmtpLoad(parameters);
    };
    await load(daemon.ready.smtp, 100);
    await load(bare.ready.smtp, 100);
    if (signed) await assertProven(daemon, subject.admin);
    const result = await inTurn(
      rounds,
      async () => {
        const rate = await load(daemon.ready.smtp);
        await daemon.must(daemon.operatorToken, api.drain, { timeout_seconds: 120 });
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
  names.close();
  rmSync(home, { recursive: true, force: true });
  return figures;
}

/** A daemon that asks one name server only. */
async function startAsking(home: string, nameServer: string): Promise<RunningDaemon> {
  const first = await startDaemon({ home });
  await first.must(first.operatorToken, api.updateSettings, { 'dns.servers': [nameServer] });
  await first.stop();
  return startDaemon({ home });
}

/** The newest message has the sender that it claims. */
async function assertProven(daemon: RunningDaemon, admin: string): Promise<void> {
  await daemon.must(daemon.operatorToken, api.drain);
  const { messages } = await daemon.must(admin, api.listMessages, { id: 'box0', limit: 1 });
  const detail = await daemon.must(admin, api.getMessage, { id: messages[0]?.id ?? '' });
  const verdict = detail.sender_authentication?.verdict;
  if (verdict !== 'verified_aligned') throw new Error(`the sender is ${verdict}`);
}
