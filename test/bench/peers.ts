import { spawn } from 'node:child_process';
import { createConnection } from 'node:net';
import * as api from '../support/api.ts';
import { testAuthority } from '../support/certificates.ts';
import { freePort } from '../support/mail-sink.ts';
import { hasPostfix, startPostfix } from '../support/postfix.ts';
import { createSubject, startDaemon, startReference } from './processes.ts';
import { type Figure, median } from './report.ts';
import { runSmtpLoad, textMessage } from './smtp-load.ts';

const MESSAGES = 1000;
const SESSIONS = 20;

/** A listener under the same load. */
interface Peer {
  readonly port: number;
  readonly recipient: string;
  /** Waits until its accepted mail is processed. */
  readonly drain?: () => Promise<unknown>;
  readonly stop: () => unknown;
}

/**
 * Messages of 2 KB accepted per second by agentmail, Postfix and MailDev, in turn. Postfix is the program of
 * this machine and discards what it has queued; MailDev is the program in AGENTMAIL_BENCH_MAILDEV, which
 * syncs nothing.
 */
export async function benchPeers(rounds: number): Promise<Figure[]> {
  const peers: Readonly<Record<string, Peer>> = {
    agentmail: await startOurs(),
    bare: await startBare(),
    ...(hasPostfix() && { Postfix: await startPeerPostfix() }),
    ...(process.env.AGENTMAIL_BENCH_MAILDEV && {
      MailDev: await startMailDev(process.env.AGENTMAIL_BENCH_MAILDEV),
    }),
  };
  const rates = new Map(Object.keys(peers).map((name): [string, number[]] => [name, []]));
  try {
    for (let round = 0; round <= rounds; round++) {
      for (const [name, peer] of Object.entries(peers)) {
        const rate = await runSmtpLoad({
          port: peer.port,
          sessions: SESSIONS,
          messages: MESSAGES,
          message: (number) => textMessage(2000, number),
          recipient: peer.recipient,
        });
        await peer.drain?.();
        // The first round warms up.
        if (round > 0) rates.get(name)?.push(rate);
      }
    }
  } finally {
    for (const peer of Object.values(peers)) await peer.stop();
  }
  const ours = rates.get('agentmail') ?? [];
  const figure = (name: string, goal: number): Figure => {
    const theirs = rates.get(name) ?? [];
    return {
      name: `SMTP accept, 2 KB, of ${name}`,
      value: median(ours.map((rate, round) => rate / (theirs[round] ?? Number.NaN))),
      unit: 'x',
      goal: { atLeast: goal },
      detail: `${Math.round(median(ours))} messages/s, ${name} ${Math.round(median(theirs))}, stock listener ${Math.round(median(rates.get('bare') ?? []))}`,
    };
  };
  return [
    ...(peers.Postfix ? [figure('Postfix', 2.5)] : []),
    ...(peers.MailDev ? [figure('MailDev', 1.2)] : []),
  ];
}

async function startOurs(): Promise<Peer> {
  const daemon = await startDaemon();
  const subject = await createSubject(daemon);
  return {
    port: portOf(daemon.ready.smtp),
    recipient: subject.mailboxes[0]?.address ?? '',
    drain: () => daemon.must(daemon.operatorToken, api.drain, { timeout_seconds: 300 }),
    stop: () => daemon.stop(),
  };
}

async function startBare(): Promise<Peer> {
  const bare = await startReference('bare-smtp');
  return { port: portOf(bare.ready.smtp), recipient: 'box@there.example', stop: () => bare.stop() };
}

async function startPeerPostfix(): Promise<Peer> {
  const port = await freePort();
  const authority = await testAuthority();
  const postfix = startPostfix({
    port,
    tls: await authority.issue('127.0.0.1'),
    domains: { 'there.example': 'discard' },
  });
  await untilOpen(port);
  return { port, recipient: 'box@there.example', stop: () => postfix.stop() };
}

async function startMailDev(program: string): Promise<Peer> {
  const [port, web] = [await freePort(), await freePort()];
  const child = spawn(process.execPath, [program, '--smtp', String(port), '--web', String(web), '--silent'], {
    stdio: 'ignore',
  });
  await untilOpen(port);
  return { port, recipient: 'box@there.example', stop: () => child.kill() };
}

function portOf(address: string | undefined): number {
  return Number(address?.split(':')[1]);
}

/** Resolves when something accepts connections there. */
async function untilOpen(port: number): Promise<void> {
  for (;;) {
    const open = await new Promise<boolean>((resolve) => {
      const socket = createConnection({ port, host: '127.0.0.1' }, () => resolve(true));
      socket.once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
    if (open) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
