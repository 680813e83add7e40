import { type Agent, request } from 'node:http';

/** A long poll in flight. */
export interface Waiter {
  readonly answered: Promise<{ at: number; message: { created_at: string } | null }>;
  hangUp(): void;
}

export function openWaiter(
  origin: string,
  agent: Agent,
  token: string,
  mailbox: string,
  query: string,
): Waiter {
  const { hostname, port } = new URL(origin);
  const path = `/v1/mailboxes/${mailbox}/messages/wait?${query}`;
  const call = request({ agent, hostname, port, path, headers: { authorization: `Bearer ${token}` } });
  const answered = new Promise<Awaited<Waiter['answered']>>((resolve, reject) => {
    call.once('response', (response) => {
      const at = performance.now();
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
      });
      response.once('end', () => resolve({ at, message: JSON.parse(text).message }));
    });
    call.once('error', reject);
  });
  call.end();
  return {
    answered,
    hangUp: () => {
      answered.catch(() => undefined);
      call.destroy();
    },
  };
}
