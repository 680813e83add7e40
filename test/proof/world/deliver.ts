import { connect } from 'node:net';

/**
 * Milliseconds of silence after which a client gives up: a system under load may lose a connection without a
 * word.
 */
const TIMEOUT = 60_000;

/**
 * The reply to the final dot of a message, or null when the daemon died or refused before; `onRefusal` hears
 * what it said.
 */
export function handIn(
  port: number,
  to: string,
  raw: string,
  localAddress = '127.0.0.1',
  onRefusal: (reply: string) => void = () => undefined,
): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress, noDelay: true });
    const steps = [
      'EHLO client.example\r\n',
      'MAIL FROM:<ann@example.net>\r\n',
      `RCPT TO:<${to}>\r\n`,
      'DATA\r\n',
      `${raw}\r\n.\r\n`,
      'QUIT\r\n',
    ];
    let input = '';
    let final: string | null = null;
    socket.setEncoding('latin1');
    socket.setTimeout(TIMEOUT, () => socket.destroy());
    socket.on('data', (text: string) => {
      input += text;
      for (;;) {
        const match = /^(?:\d{3}-[^\n]*\n)*(\d)\d\d(?: [^\n]*)?\n/.exec(input);
        if (!match) return;
        input = input.slice(match[0].length);
        const step = steps.shift();
        if (step === 'QUIT\r\n' && match[1] === '2') final = match[0];
        const isRefusal = match[1] === '4' || match[1] === '5';
        if (isRefusal) onRefusal(match[0].trim());
        if (step === undefined || isRefusal) socket.end();
        else socket.write(step);
      }
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(final));
  });
}
