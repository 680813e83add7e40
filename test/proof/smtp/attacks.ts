import { readFileSync } from 'node:fs';
import { corpusPath } from '../../support/corpora.ts';
import type { Attacker, Target } from './target.ts';

/** Attacks on a listener; each returns sentences about failures. */
export type Attack = (target: Target, scale: number) => Promise<string[]>;

const KB = 1024;
const MB = 1024 * KB;

/** Runs `act` for each number, so many at once. */
async function each(count: number, atOnce: number, act: (number: number) => Promise<void>): Promise<void> {
  let next = 0;
  const line = async (): Promise<void> => {
    while (next < count) await act(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, line));
}

async function greeted(target: Target, source: number): Promise<Attacker> {
  const client = target.connect(source);
  await client.hear(1);
  client.say('EHLO attack.example\r\n');
  await client.hear(2);
  return client;
}

/** The connection breaks after every byte of a session, by a reset and by an ordinary end in turn. */
const disconnects: Attack = async (target) => {
  const subject = `Cut ${target.next()}.`;
  const session = `EHLO a.example\r\n${target.envelope}DATA\r\n${target.message(subject)}QUIT\r\n`;
  const complete = session.indexOf('\r\n.\r\n') + 5;
  let whole = 0;
  await each(session.length + 1, 16, async (length) => {
    const client = target.connect(length % 40);
    await client.hear(1);
    client.say(session.slice(0, length));
    if (length >= complete) {
      await client.hear(6);
      whole += 1;
    }
    if (length % 2 === 0) client.hangUp();
    else client.socket.end();
    await client.closed();
  });
  const received = await target.received(subject);
  return received === whole ? [] : [`of ${whole} messages with their end ${received} were taken`];
};

/** Thousands of connections, most of them from few addresses, that are kept open. */
const crowd: Attack = async (target, scale) => {
  const clients: Attacker[] = [];
  const refused: Attacker[] = [];
  const problems: string[] = [];
  await each(1000 * scale, 60, async (number) => {
    // Three addresses are greedy: each gets its share, and the rest is left to others.
    const client = target.connect(number % 3);
    clients.push(client);
    const [greeting = ''] = await client.hear(1);
    if (greeting.startsWith('421')) refused.push(client);
    else if (!greeting.startsWith('220')) problems.push(`a connection was greeted with "${greeting}"`);
  });
  const served = clients.length - refused.length;
  if (served > 60) problems.push(`three addresses got ${served} sessions at once`);
  if (served < 3) problems.push(`three addresses got only ${served} sessions`);
  for (const client of clients) client.hangUp();
  return problems;
};

/** Clients that send a byte now and then, with half of the sessions that there are. */
const slow: Attack = async (target, scale) => {
  const text = `${target.envelope}DATA\r\n${target.message('Slow')}`;
  const clients = await Promise.all(Array.from({ length: 50 }, (_, number) => greeted(target, 10 + number)));
  const bytes = Math.min(text.length - 5, 60 * scale);
  for (let at = 0; at < bytes; at++) {
    for (const client of clients) client.say(text.charAt(at));
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const cut = clients.filter(({ isClosed }) => isClosed).length;
  for (const client of clients) client.hangUp();
  return cut === 0 ? [] : [`${cut} of 50 slow clients were cut off`];
};

/** Everything that is not CRLF.CRLF, with a second message behind it that must never come into being. */
const smuggling: Attack = async (target) => {
  const sequences = [
    '\n.\n',
    '\n.\r\n',
    '\r.\r\n',
    '\r\n.\n',
    '\r\n.\r',
    '\r.\r',
    '\0\r\n.\0\r\n',
    '\r\n\0.\r\n',
  ];
  const path = corpusPath('smtp/end_of_data_sequences.jsonl');
  if (path) sequences.push(...corpusSequences(path));
  const wrong: string[] = [];
  await each(sequences.length, 8, async (number) => {
    const sequence = sequences[number] ?? '';
    const client = await greeted(target, 100 + number);
    const hidden = `${target.envelope}DATA\r\nSubject: Smuggled\r\n\r\nHi.`;
    client.say(`${target.envelope}DATA\r\nSubject: Carrier\r\n\r\nHi.${sequence}${hidden}\r\n.\r\nQUIT\r\n`);
    await client.closed();
    const stored = client.replies.filter((reply) => reply.startsWith('250 2.0.0 Stored')).length;
    if (stored !== 1) wrong.push(`${JSON.stringify(sequence)} made ${stored} messages of one`);
  });
  const smuggled = await target.received('Smuggled');
  return smuggled === 0 ? wrong : [...wrong, `${smuggled} messages were smuggled in`];
};

function corpusSequences(path: string): string[] {
  return (
    readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ label }) => label !== 'ends_data')
      .flatMap((row) =>
        Object.values(row).filter((value) => typeof value === 'string' && /[\r\n]/.test(value)),
      )
      .map(String)
      // Variants with the real end of data don't count.
      .filter((sequence) => !sequence.includes('\r\n.\r\n'))
  );
}

/** Lines without an end, in commands, in data and in headers. */
const longLines: Attack = async (target, scale) => {
  const problems: string[] = [];
  await each(4 * scale, 4, async (number) => {
    const endless = await greeted(target, 200 + number);
    for (let sent = 0; sent < 64 && !endless.isClosed; sent++) {
      endless.say('A'.repeat(16 * KB));
      await new Promise((resolve) => setImmediate(resolve));
    }
    await endless.closed();
    if (!/^(?:421|500|501|550)/.test(endless.replies.at(-1) ?? '')) {
      problems.push(`a command of a megabyte was answered "${endless.replies.at(-1)}"`);
    }
    const client = await greeted(target, 220 + number);
    client.say(
      `${target.envelope}DATA\r\nSubject: Long\r\nX-Long: ${'h'.repeat(MB)}\r\n\r\n${'b'.repeat(MB)}\r\n.\r\nQUIT\r\n`,
    );
    await client.closed();
    if (!client.heard.includes('250 2.0.0 Stored')) problems.push(`long lines: ${client.replies.at(-2)}`);
  });
  return problems;
};

/** More than was announced, more than is allowed, and sizes that are none. */
const lyingSizes: Attack = async (target, scale) => {
  const problems: string[] = [];
  const sizes = ['0', '1', '25000001', '99999999999999999999', '-1', 'NaN', '1e9'];
  for (const size of sizes) {
    const client = await greeted(target, 300);
    client.say(`MAIL FROM:<a@example.net> SIZE=${size}\r\nQUIT\r\n`);
    await client.closed();
    const reply = client.replies[2] ?? '';
    const isTooLarge = /^\d+$/.test(size) && Number(size) > 25_000_000;
    if (isTooLarge ? !reply.startsWith('552') : !/^(?:250|501)/.test(reply)) {
      problems.push(`SIZE=${size} was answered "${reply}"`);
    }
  }
  await each(2 * scale, 2, async (number) => {
    const client = await greeted(target, 310 + number);
    client.say(`MAIL FROM:<a@example.net> SIZE=10\r\nRCPT TO:<${target.mailbox.address}>\r\nDATA\r\n`);
    await client.hear(5);
    const chunk = Buffer.alloc(MB, 'All work and no play.\r\n');
    for (let sent = 0; sent < 26; sent++) {
      if (!client.socket.write(chunk)) await new Promise((resolve) => client.socket.once('drain', resolve));
    }
    client.say('\r\n.\r\nQUIT\r\n');
    await client.closed();
    const reply = client.replies[5] ?? '';
    if (!reply.startsWith('552 5.3.4')) problems.push(`27 MB were answered "${reply}"`);
  });
  return problems;
};

/** Commands that are not offered, not known, or no commands. */
const strangeCommands: Attack = async (target) => {
  const strange = [
    ...[
      'BDAT 10 LAST',
      'BDAT 99999999999',
      'AUTH PLAIN AAAA',
      'STARTTLS',
      'EXPN all',
      'TURN',
      'XCLIENT ADDR=1.2.3.4',
    ],
    ...[
      'WIZ',
      'SHELL',
      'KILL',
      'HELP',
      'VRFY root',
      'MAIL',
      'RCPT',
      'MAIL FROM:',
      'RCPT TO:<>',
      'DATA now',
      '\0\0\0',
    ],
    ...[
      'GET / HTTP/1.1',
      '\x80\xff',
      'MAIL FROM:<a@b> BODY=BINARYMIME',
      'mail from:<a@b@c>',
      ' '.repeat(500),
      '',
    ],
  ];
  const problems: string[] = [];
  await each(strange.length, 8, async (number) => {
    const client = await greeted(target, 400 + number);
    client.say(`${strange[number]}\r\n`);
    const reply = (await client.hear(3))[2] ?? '';
    if (!/^(?:2\d\d|[45]\d\d) /.test(reply)) problems.push(`"${strange[number]}" was answered "${reply}"`);
    client.say(`RSET\r\n${target.envelope}DATA\r\n`);
    client.hangUp();
  });
  return problems;
};

/** Thousands of commands in one packet, by clients that do and do not read the replies. */
const pipelining: Attack = async (target, scale) => {
  const problems: string[] = [];
  await each(4 * scale, 4, async (number) => {
    const deaf = await greeted(target, 500 + number);
    deaf.socket.pause();
    deaf.say('NOOP\r\n'.repeat(20_000));
    const client = await greeted(target, 520 + number);
    const rcpt = `RCPT TO:<${target.mailbox.address}>\r\n`;
    client.say(`MAIL FROM:<a@example.net>\r\n${rcpt.repeat(2000)}RSET\r\n${'NOOP\r\n'.repeat(5000)}QUIT\r\n`);
    await client.closed();
    if (client.replies.length < 2 + 1) problems.push('pipelined commands were not answered');
    deaf.hangUp();
  });
  return problems;
};

/**
 * Texts in which nothing comes twice, so that an index of their parts would be many times as large as they
 * are.
 */
const indigestible: Attack = async (target, scale) => {
  const problems: string[] = [];
  let state = 1;
  const character = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return String.fromCharCode(0x4e00 + ((state >>> 8) % 8000));
  };
  const line = () => `${Array.from({ length: 60 }, character).join('')}\r\n`;
  await each(2 * scale, 2, async (number) => {
    const client = await greeted(target, 600 + number);
    const text = Array.from({ length: 8000 }, line).join('');
    client.say(`${target.envelope}DATA\r\n`);
    await client.hear(5);
    client.socket.write(
      Buffer.from(`Subject: Parts\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${text}.\r\nQUIT\r\n`),
    );
    await client.closed();
    if (!client.heard.includes('250 2.0.0 Stored')) problems.push(`many parts: ${client.replies.at(-2)}`);
  });
  return problems;
};

export const ATTACKS: Readonly<Record<string, Attack>> = {
  disconnects,
  crowd,
  slow,
  smuggling,
  longLines,
  lyingSizes,
  strangeCommands,
  pipelining,
  indigestible,
};
