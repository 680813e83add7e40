import { command, result, word } from '../command.ts';
import { exitOf, SEND_EXITS } from '../sending/deliver.ts';
import { sentMessage } from '../views/sending.ts';

export const idempotency = command({
  name: ['idempotency'],
  summary: 'Show the result of a send by its idempotency key.',
  flags: {},
  arguments: { key: word('KEY', 'Idempotency key of the send.') },
  examples: [
    { command: 'agentmail idempotency order-1234', about: 'check whether the mail for this order was sent' },
  ],
  endpoints: async () => {
    const { probeIdempotency } = await import('../../shared/contract/sending.ts');
    return { probeIdempotency };
  },
  exits: SEND_EXITS,
  run: async (context, { key }, { probeIdempotency }) => {
    const client = await context.client();
    const reply = await client.call(probeIdempotency, { headers: { 'idempotency-key': key } });
    return result(reply, sentMessage, exitOf(reply));
  },
});
