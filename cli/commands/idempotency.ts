import { command } from '../command.ts';
import { word } from '../input/options/kinds.ts';
import { sentMessage } from '../output/views/sending.ts';
import { exitOf, SEND_EXITS } from '../tasks/sending/deliver.ts';

export const idempotency = command({
  name: ['idempotency'],
  summary: 'Show the result of a send by its idempotency key.',
  arguments: { key: word('KEY', 'Idempotency key of the send.') },
  examples: [
    { command: 'agentmail idempotency order-1234', about: 'check whether the mail for this order was sent' },
  ],
  exits: SEND_EXITS,
  endpoint: async () => (await import('../../shared/contract/sending.ts')).probeIdempotency,
  request: ({ key }) => ({ headers: { 'idempotency-key': key } }),
  view: sentMessage,
  exit: exitOf,
});
