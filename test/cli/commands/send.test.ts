import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { agentmail } from '../../support/cli.ts';
import { sendReply, startStub } from '../../support/stub-daemon.ts';

const SEND = ['send', '--from', 'support', '--to', 'ann@example.com', '-s', 'Hello'];

/** Answers of a daemon after a send. */
interface Later {
  /** Answers to waits for the decision; the last one repeats. */
  readonly decided: boolean[];
  /** The answer of the key then. */
  readonly probe: object | number;
}

/** A daemon whose sends answer as the list says; the last answer repeats. */
async function sending(sends: (object | 'break' | number)[], later?: Later) {
  const keys: unknown[] = [];
  const bodies: unknown[] = [];
  const stub = await startStub((server) => {
    server.post('/v1/messages/send', (request, reply) => {
      keys.push(request.headers['idempotency-key']);
      bodies.push(request.body);
      const next = sends.length > 1 ? sends.shift() : sends[0];
      if (next === 'break') request.raw.socket.destroy();
      else if (typeof next === 'number')
        reply.code(next).send({ error: 'Wait.', code: 'IDEMPOTENT_REQUEST_IN_FLIGHT' });
      else reply.send(next);
    });
    server.get('/v1/messages/:id/decision', async (request) => {
      const { decided = [] } = later ?? {};
      const isDecided = decided.length > 1 ? decided.shift() : decided[0];
      const { id: message_id } = request.params as { id: string };
      return { message_id, state: 'pending_review', decided: isDecided, email_effect: null };
    });
    server.get('/v1/messages/idempotency', async (_request, reply) => {
      const { probe = 404 } = later ?? {};
      if (typeof probe !== 'number') return probe;
      return reply.code(probe).send({ error: 'Wait.', code: 'IDEMPOTENT_REQUEST_IN_FLIGHT' });
    });
  });
  return { ...stub, keys, bodies };
}

describe('the text of a file', () => {
  const sent = async (bytes: Buffer) => {
    let body: unknown;
    const { home } = await startStub((server) => {
      server.post('/v1/messages/send', async (request) => {
        ({ body } = request.body as { body: unknown });
        return sendReply('sent');
      });
    });
    const file = join(home, 'text.txt');
    writeFileSync(file, bytes);
    const ran = await agentmail(['send', '--from', 'x', '--to', 'ann@example.com', '-s', 'x', '-f', file], {
      home,
    });
    return { ran, body, file };
  };

  test('is sent without the mark that an editor put in front of it', async () => {
    expect((await sent(Buffer.from('\ufeffGrüße'))).body).toBe('Grüße');
  });

  test('is not sent when it is no UTF-8', async () => {
    const { ran, body, file } = await sent(Buffer.from('Grüße', 'latin1'));
    expect([ran.exit, ran.error().error, body]).toEqual([2, `${file} isn't UTF-8 text.`, undefined]);
  });
});

describe('a send', () => {
  test.each([
    ['sent', 0],
    ['blocked', 4],
    ['held_for_review', 5],
    ['held_infrastructure', 8],
    ['indeterminate', 8],
  ])('that ends as %s has exit code %i', async (effect, exit) => {
    const { home } = await sending([sendReply(effect)]);
    const ran = await agentmail([...SEND, '-b', 'Hi'], { home });
    expect(ran.exit).toBe(exit);
    expect(ran.json()).toMatchObject({ email_effect: { effect_status: effect } });
  });

  test('takes its text from the flag, a file or stdin, unchanged', async () => {
    const { home, bodies } = await sending([sendReply('sent')]);
    const text = 'Grüße\n\n  two spaces\n';
    await agentmail([...SEND, '-b', text], { home });
    await agentmail(SEND, { home, stdin: text });
    await agentmail([...SEND, '-f', '-'], { home, stdin: text });
    expect(bodies).toEqual(
      Array(3).fill({ from_mailbox: 'support', to: 'ann@example.com', subject: 'Hello', body: text }),
    );
  });

  test('that breaks off is asked again with the same key', async () => {
    const { home, keys } = await sending(['break', sendReply('sent')]);
    const ran = await agentmail([...SEND, '-b', 'Hi'], { home });
    expect(ran.exit).toBe(0);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    expect(ran.json().idempotency_key).toBe(keys[0]);
  });

  test('that is still in flight is asked again with the same key', async () => {
    const { home, keys } = await sending([409, sendReply('sent')]);
    expect((await agentmail([...SEND, '-b', 'Hi', '--idempotency-key', 'mine'], { home })).exit).toBe(0);
    expect(keys).toEqual(['mine', 'mine']);
  });

  test('uses a new key for each intent', async () => {
    const { home, keys } = await sending([sendReply('sent')]);
    await agentmail([...SEND, '-b', 'Hi'], { home });
    await agentmail([...SEND, '-b', 'Hi'], { home });
    expect(new Set(keys).size).toBe(2);
  });

  test('whose fate is unknown tells the key to repeat it with', async () => {
    const stub = await startStub((server) => {
      server.post('/v1/messages/send', async (request) => {
        request.raw.socket.destroy();
        await server.close();
      });
    });
    const ran = await agentmail([...SEND, '-b', 'Hi', '--idempotency-key', 'mine'], { home: stub.home });
    expect(ran.exit).toBe(7);
    expect(ran.error()).toMatchObject({ details: { idempotency_key: 'mine' } });
    expect(ran.error().hint).toContain('--idempotency-key mine');
  });

  const held = [sendReply('held_for_review')];

  test('with --wait follows a held message until it is decided', async () => {
    const later = { decided: [...Array<boolean>(3).fill(false), true], probe: sendReply('sent') };
    const { home } = await sending(held, later);
    const ran = await agentmail([...SEND, '-b', 'Hi', '--wait', '300'], { home });
    expect(ran.exit).toBe(0);
    expect(ran.json()).toMatchObject({ email_effect: { effect_status: 'sent' } });
  });

  test('with --wait tells the key of what is still on its way when the time is over', async () => {
    const { home } = await sending(held, { decided: [false], probe: 409 });
    const ran = await agentmail([...SEND, '-b', 'Hi', '--wait', '1', '--idempotency-key', 'mine'], { home });
    expect(ran.exit).toBe(8);
    expect(ran.error()).toMatchObject({
      code: 'IDEMPOTENT_REQUEST_IN_FLIGHT',
      details: { idempotency_key: 'mine' },
      hint: 'agentmail idempotency mine shows the result',
    });
  });

  test('with --wait ends as held when nobody decides in time', async () => {
    const { home } = await sending(held, { decided: [false], probe: sendReply('held_for_review') });
    expect((await agentmail([...SEND, '-b', 'Hi', '--wait', '1'], { home })).exit).toBe(5);
  });

  test('takes HTML from a file or stdin, and an instance of the address', async () => {
    const { home, bodies } = await sending([
      sendReply('sent', { html_sanitized: true, removed_categories: ['remote_image', 'external_link'] }),
    ]);
    const file = join(home, 'news.html');
    writeFileSync(file, '<p>News</p>');
    const ran = await agentmail([...SEND, '-b', 'News', '--html', file, '--subaddress', 'run-7'], {
      home,
      terminal: 100,
    });
    expect(ran.stdout).toContain('remote images');
    expect(ran.stdout).toContain('link targets');
    await agentmail([...SEND, '-b', 'News', '--html', '-'], { home, stdin: '<p>Piped</p>' });
    expect(bodies).toMatchObject([
      { body: 'News', html: '<p>News</p>', subaddress_instance_id: 'run-7' },
      { body: 'News', html: '<p>Piped</p>' },
    ]);
  });

  test.each([
    ['with stdin for text and HTML', [...SEND, '--html', '-']],
    ['with a mode of no sub-address', [...SEND, '-b', 'Hi', '--subaddress-mode', 'from']],
    ['with HTML in a dry run', [...SEND, '-b', 'Hi', '--html', '-', '--dry-run']],
    ['without a text', [...SEND]],
    ['with a blank text', [...SEND, '-b', ' \n']],
    ['with two texts', [...SEND, '-b', 'a', '-f', 'b']],
    ['from a file that is not there', [...SEND, '-f', '/nowhere/at/all']],
    ['without a recipient', ['send', '--from', 'support', '-s', 'Hello', '-b', 'Hi']],
    ['with --strict and --wait', [...SEND, '-b', 'Hi', '--strict', '--wait']],
    ['with a --wait that is no number', [...SEND, '-b', 'Hi', '--wait', 'soon']],
  ])('%s is a usage error and never reaches the daemon', async (_, argv) => {
    const { home, keys } = await sending([sendReply('sent')]);
    const ran = await agentmail(argv, { home });
    expect(ran.exit).toBe(2);
    expect(ran.error().code).toBe('USAGE');
    expect(keys).toEqual([]);
  });
});
