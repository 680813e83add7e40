import { readFileSync } from 'node:fs';
import { SMTPStream } from 'smtp-server/lib/smtp-stream.js';
import { afterEach, describe, expect, test } from 'vitest';
import { normalise } from '../../../daemon/content/mime/normalise.ts';
import { DataParser } from '../../../daemon/entry/smtp/data-parser.ts';
import { corpusPath } from '../../support/corpora.ts';
import { needsCorpora } from '../../support/needs.ts';
import { SmtpClient } from '../../support/smtp-client.ts';
import { listen, type TestListener } from '../../support/smtp-listener.ts';

let server: TestListener | null = null;
afterEach(async () => {
  await server?.listener.stop();
  server = null;
});

test('the bytes of a message stay as they are until it is stored, whatever comes in meanwhile', async () => {
  const begun = Promise.withResolvers<void>();
  const first = Promise.withResolvers<void>();
  const stored: string[] = [];
  server = await listen({
    accept: async (_envelope, raw) => {
      begun.resolve();
      if (raw.includes('first')) await first.promise;
      stored.push(raw.toString('latin1'));
      return ['id'];
    },
  });
  const [one, other] = [await SmtpClient.greeted(server.port), await SmtpClient.greeted(server.port)];
  const letter = (name: string, lines: number) => `Subject: ${name}\r\n\r\n${`${name}\r\n`.repeat(lines)}end`;
  const slow = one.deliver(letter('first', 20_000));
  await begun.promise;
  for (const [name, lines] of [['second', 25_000] as const, ['third', 15_000] as const]) {
    expect(await other.deliver(letter(name, lines))).toMatch(/^250 /);
  }
  first.resolve();
  expect(await slow).toMatch(/^250 /);
  const expected = [letter('second', 25_000), letter('third', 15_000), letter('first', 20_000)];
  expect(stored.map((raw, index) => raw === `${expected[index]}\r\n`)).toEqual([true, true, true]);
});

/** Sends a message with the sequence in it and a whole second transaction behind, as a smuggler does. */
async function deliverAround(sequence: string): Promise<TestListener> {
  server = await listen();
  const client = await SmtpClient.greeted(server.port);
  await client.begin();
  const smuggled = 'MAIL FROM:<x@y.example>\r\nRCPT TO:<inbox@here.example>\r\nDATA\r\nsmuggled';
  client.write(`Subject: outer\r\n\r\nbefore${sequence}${smuggled}\r\n.\r\n`);
  await client.reply();
  client.end();
  await client.closed();
  return server;
}

const NOT_THE_END = [
  '\n.\n',
  '\n.\r',
  '\r.\n',
  '\r.\r',
  '\n.\r\n',
  '\r.\r\n',
  '\r\n\0.\r\n',
  '\r\n.\r',
  '\r\n.\n',
];

describe('the end of the data', () => {
  test.each(NOT_THE_END)('%j does not end it and is not stored as it came', async (sequence) => {
    const { accepted } = await deliverAround(sequence);
    expect(accepted).toHaveLength(1);
    expect(accepted[0]?.raw).toContain('smuggled');
    expect(accepted[0]?.raw).not.toMatch(/(?<!\r)\n|\r(?!\n)|\0/);
  });

  test('CRLF.CRLF ends it: what follows is a message of its own', async () => {
    const { accepted } = await deliverAround('\r\n.\r\n');
    expect(accepted.map(({ raw }) => raw)).toEqual(['Subject: outer\r\n\r\nbefore\r\n', 'smuggled\r\n']);
  });

  const corpus = corpusPath('smtp/end_of_data_sequences.jsonl');
  test(
    'every published smuggling sequence is one message, stored in clean lines',
    needsCorpora('smtp/end_of_data_sequences.jsonl'),
    async () => {
      const lines = readFileSync(corpus ?? '', 'utf8')
        .trim()
        .split('\n');
      const vectors = lines.map((line) => JSON.parse(line) as { sequence: string; label: string });
      expect(vectors.length).toBeGreaterThan(15);
      for (const { sequence, label } of vectors) {
        const { accepted, listener } = await deliverAround(sequence);
        expect(accepted.length, JSON.stringify(sequence)).toBe(label === 'ends_data' ? 2 : 1);
        for (const { raw } of accepted) expect(raw).not.toMatch(/(?<!\r)\n|\r(?!\n)|\0/);
        await listener.stop();
      }
    },
  );

  test('dots at the start of lines come out as they were meant', async () => {
    server = await listen();
    const client = await SmtpClient.greeted(server.port);
    await client.deliver('..leading\r\n...two\r\n.. \r\na.b\r\n..');
    expect(server.accepted[0]?.raw).toBe('.leading\r\n..two\r\n. \r\na.b\r\n.\r\n');
  });
});

describe('the parser', () => {
  type Run = { commands: string[]; messages: string[]; sizes: number[] };

  /** Feeds the chunks to a parser whose DATA command switches to data mode. */
  async function run(parser: SMTPStream, chunks: readonly Buffer[]): Promise<Run> {
    const result: Run = { commands: [], messages: [], sizes: [] };
    parser.oncommand = (command, callback) => {
      result.commands.push(command.toString('latin1'));
      if (command.toString() === 'DATA') {
        const stream = parser.startDataMode();
        const parts: Buffer[] = [];
        stream.on('data', (part: Buffer) => parts.push(part));
        stream.on('end', () => {
          result.messages.push(Buffer.concat(parts).toString('latin1'));
          result.sizes.push(stream.byteLength);
          parser.continue();
        });
      }
      if (callback) setImmediate(callback);
    };
    for (const chunk of chunks) await new Promise<void>((resolve) => parser.write(chunk, () => resolve()));
    return result;
  }

  /** A generator of numbers below `n` that gives the same ones in each run. */
  function numbers(seed: number): (n: number) => number {
    let state = seed;
    return (n) => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
      return (state >> 8) % n;
    };
  }

  const PIECES = ['\r\n.', '\n.', '\r\n..', '.', '\r\n', '\r', '\r\n.\r', '\n.\r\n', '\r\n.\r\r\n'];

  test('reads whatever is sent in whatever chunks exactly as the one of smtp-server does', async () => {
    const next = numbers(42);
    for (let round = 0; round < 300; round++) {
      let text = 'DATA\r\n';
      for (let count = next(14); count > 0; count--) {
        text += next(3) === 0 ? 'x'.repeat(next(9000)) : (PIECES[next(PIECES.length)] ?? '');
      }
      const bytes = Buffer.from(`${text}\r\n.\r\nNOOP\r\nDATA\r\n${'y'.repeat(next(6000))}\r\n.\r\nQUIT\r\n`);
      const cuts = Array.from({ length: next(8) }, () => next(bytes.length)).sort((a, b) => a - b);
      const chunks = [0, ...cuts].map((cut, index) => bytes.subarray(cut, cuts[index] ?? bytes.length));
      // Some of the texts end the data early; what follows are commands, however long.
      const options = { maxCommandLength: 1_000_000 };
      const [ours, theirs] = await Promise.all([
        run(new DataParser(options), chunks),
        run(new SMTPStream(options), chunks),
      ]);
      expect(ours, JSON.stringify({ round, cuts })).toEqual(theirs);
      expect(ours.messages.length).toBeGreaterThan(0);
    }
  });

  test('finds the end of a long message wherever two chunks meet in it', async () => {
    const message = 'x'.repeat(4000);
    const bytes = Buffer.from(`DATA\r\n${message}\r\n.\r\n${'z'.repeat(3000)}\r\n`);
    const end = bytes.indexOf('\r\n.\r\n');
    for (let cut = end - 6; cut < end + 12; cut++) {
      const { messages, commands } = await run(new DataParser(), [
        bytes.subarray(0, cut),
        bytes.subarray(cut),
      ]);
      expect(messages).toEqual([`${message}\r\n`]);
      expect(commands[1]).toBe('z'.repeat(3000));
    }
  });
});

describe('normalise', () => {
  const clean = Buffer.from(`A: b\r\n\r\n${'line\twith é\r\n'.repeat(50)}`);

  test('returns a clean message itself, whatever its place in memory', () => {
    for (let shift = 0; shift < 8; shift++) {
      const memory = Buffer.concat([Buffer.alloc(shift), clean]);
      const raw = memory.subarray(shift);
      expect(normalise(raw, 'mx.here.example')).toBe(raw);
    }
    const empty = Buffer.alloc(0);
    expect(normalise(empty, 'mx.here.example')).toBe(empty);
  });

  test('finds a single bad byte at any place', () => {
    for (const bad of ['\0', '\r', '\n']) {
      for (let at = 8; at < 40; at++) {
        const text = clean.toString('latin1');
        const raw = Buffer.from(text.slice(0, at) + bad + text.slice(at), 'latin1');
        const dropped = bad === '\0' ? text.slice(0, at) + text.slice(at) : null;
        const result = normalise(raw, 'mx.here.example').toString('latin1');
        expect(result).not.toMatch(/(?<!\r)\n|\r(?!\n)|\0/);
        if (dropped !== null) expect(result).toBe(dropped);
      }
    }
  });

  test.each([
    ['a\nb\rc\r\nd', 'a\r\nb\r\nc\r\nd'],
    ['a\r\r\nb\n\rc', 'a\r\n\r\nb\r\n\r\nc'],
    ['a\r\0\nb\0', 'a\r\nb'],
  ])('%j is stored as %j', (from, to) => {
    expect(normalise(Buffer.from(from), 'mx.here.example').toString()).toBe(to);
  });

  test('removes results that claim to be ours, in every spelling, and keeps those of others', () => {
    const forged = [
      'Authentication-Results: mx.here.example; spf=pass smtp.mailfrom=a\r\n\tdkim=pass\r\n',
      'AUTHENTICATION-RESULTS : MX.Here.Example 1; spf=pass\r\n',
      'authentication-results: (a (nested) comment) "mx.here.example"; spf=pass\r\n',
      'Authentication-Results:\r\n mx.here.example.; none\r\n',
    ];
    const kept = [
      'Authentication-Results: other.example; spf=fail\r\n',
      'X-Authentication-Results: mx.here.example; spf=pass\r\n',
      'Subject: Authentication-Results: mx.here.example\r\n',
    ];
    const body = '\r\nAuthentication-Results: mx.here.example; spf=pass\r\n';
    const mixed = forged.map((field, index) => field + (kept[index] ?? '')).join('');
    expect(normalise(Buffer.from(mixed + body), 'mx.here.example').toString()).toBe(kept.join('') + body);
  });
});
