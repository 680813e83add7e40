import { DKIM_ALGORITHMS } from '../../../../shared/contract/values.ts';
import { choice, command, result } from '../../../command.ts';
import { given } from '../../../given.ts';
import { dkimRecordView } from '../../../views/operator-mail.ts';

export const operatorMailDkimKey = command({
  name: ['operator', 'mail', 'dkim-key'],
  summary: 'Make the key that signs mail of the platform domain, and show its DNS record.',
  flags: { algorithm: choice('--algorithm <NAME>', 'Kind of key.', DKIM_ALGORITHMS) },
  arguments: {},
  examples: [
    { command: 'agentmail operator mail dkim-key --algorithm ed25519', about: 'beside the one of RSA' },
  ],
  endpoints: async () => {
    const { makeDkimKey } = await import('../../../../shared/contract/operator-mail.ts');
    return { makeDkimKey };
  },
  run: async (context, input, { makeDkimKey }) => {
    const client = await context.client();
    const record = await client.call(makeDkimKey, { body: given({ algorithm: input.algorithm }) });
    return result(record, dkimRecordView);
  },
});
