import { type Agent, request } from 'node:http';

export interface WaitAnswer {
  /** Milliseconds on this process's clock. */
  readonly at: number;
  readonly message: { readonly created_at: string } | null;
}

/** A long poll in flight. */
export interface Waiter {
  readonly answered: Promise<WaitAnswer>;
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
  const answered = new Promise<WaitAnswer>((resolve, reject) => {
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
