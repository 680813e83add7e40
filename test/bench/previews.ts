import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import * as api from '../support/api.ts';
import { docx, pdf } from '../support/documents.ts';
import { createSubject, type RunningDaemon, startDaemon } from './processes.ts';
import { type Figure, inTurn, percentile } from './report.ts';
import { runSmtpLoad } from './smtp-load.ts';

const SAMPLES = 400;
/** Milliseconds between the starts of two calls. */
const PACE = 5;

/** How long other calls take while documents are read, against the same calls when nothing happens. */
export async function benchPreviews(rounds: number): Promise<Figure[]> {
  const daemon = await startDaemon();
  const { admin, mailboxes } = await createSubject(daemon);
  const recipient = mailboxes[0]?.address ?? '';
  const port = Number(daemon.ready.smtp?.split(':').at(-1));
  const settled = () => daemon.must(daemon.operatorToken, api.drain, { timeout_seconds: 120 });
  const calm = async () => {
    await settled();
    return slowest(daemon, admin);
  };
  const documents = [
    { name: 'a PDF of 5 MB', file: 'book.pdf', content: largePdf() },
    {
      name: 'a zip bomb',
      file: 'bomb.docx',
      content: docx([], { 'word/document.xml': Buffer.alloc(90_000_000, 32) }),
    },
  ];
  const figures: Figure[] = [];
  for (const { name, file, content } of documents) {
    const message = mailOf(file, content);
    const reading = async () => {
      await runSmtpLoad({ port, sessions: 1, messages: 1, message, recipient });
      return slowest(daemon, admin);
    };
    await reading();
    const { ours, reference, ratio } = await inTurn(rounds, reading, calm);
    figures.push({
      name: `calls while ${name} is read, p99`,
      value: ratio,
      unit: 'x',
      goal: { atMost: 2 },
      detail: `${ours.toFixed(2)} ms, otherwise ${reference.toFixed(2)} ms`,
    });
  }
  await settled();
  await daemon.stop();
  return figures;
}

/** p99 of paced calls, milliseconds. */
async function slowest(daemon: RunningDaemon, token: string): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  const times: Promise<number>[] = [];
  for (let sample = 0; sample < SAMPLES; sample++) {
    times.push(timed(agent, `${daemon.ready.http}/v1/auth/me`, token));
    await new Promise((resolve) => setTimeout(resolve, PACE));
  }
  const taken = await Promise.all(times);
  agent.destroy();
  return percentile(taken, 0.99);
}

function timed(agent: Agent, url: string, token: string): Promise<number> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    request(url, { agent, headers: { authorization: `Bearer ${token}` } }, (response) => {
      response.resume();
      response.once('end', () => resolve(performance.now() - began));
    })
      .once('error', reject)
      .end();
  });
}

/** Pages that take their reader a while, and a file inside that makes it large. */
function largePdf(): Buffer {
  const pages = Array.from({ length: 3000 }, (_, index) => `Page ${index} of many, many pages.`);
  const padding = randomBytes(2_100_000).toString('hex');
  return pdf(pages, { objects: [`<</Length ${padding.length}>>\nstream\n${padding}\nendstream`] });
}

function mailOf(filename: string, content: Buffer): Buffer {
  const head = [
    'From: tom@example.com',
    'To: box0@agentmail.localhost',
    'Subject: A file',
    'MIME-Version: 1.0',
    'Content-Type: application/octet-stream',
    'Content-Transfer-Encoding: base64',
    `Content-Disposition: attachment; filename="${filename}"`,
    '',
    '',
  ].join('\r\n');
  return Buffer.from(head + (content.toString('base64').match(/.{1,76}/g) ?? []).join('\r\n'));
}
