import { connect } from 'node:net';

/**
 * Milliseconds of silence after which a client gives up: a system under load may lose a connection without a
 * word.
 */
const TIMEOUT = 60_000;

export interface Mail {
  readonly to: string;
  readonly raw: string;
  /** Address that the client connects from. */
  readonly source?: string | undefined;
}

export interface Delivery {
  /** Of the stored message; null when the daemon refused it, or died before it acknowledged it. */
  readonly id: string | null;
  /** The acknowledgement or the refusal; null when there was neither. */
  readonly reply: string | null;
}

/** Delivers a message in its own session. */
export function deliver(port: number, { to, raw, source = '127.0.0.1' }: Mail): Promise<Delivery> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: source, noDelay: true });
    const steps = [
      'EHLO client.example\r\n',
      'MAIL FROM:<ann@example.net>\r\n',
      `RCPT TO:<${to}>\r\n`,
      'DATA\r\n',
      `${raw}\r\n.\r\n`,
      'QUIT\r\n',
    ];
    let input = '';
    let id: string | null = null;
    let reply: string | null = null;
    socket.setEncoding('latin1');
    socket.setTimeout(TIMEOUT, () => socket.destroy());
    socket.on('data', (text: string) => {
      input += text;
      for (;;) {
        const match = /^(?:\d{3}-[^\n]*\n)*(\d)\d\d(?: [^\n]*)?\n/.exec(input);
        if (!match) return;
        input = input.slice(match[0].length);
        const step = steps.shift();
        const isRefusal = match[1] === '4' || match[1] === '5';
        if (isRefusal || step === 'QUIT\r\n') reply = match[0].trim();
        if (step === 'QUIT\r\n' && match[1] === '2') id = /[0-9a-f-]{36}/.exec(match[0])?.[0] ?? null;
        if (step === undefined || isRefusal) socket.end();
        else socket.write(step);
      }
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve({ id, reply }));
  });
}
