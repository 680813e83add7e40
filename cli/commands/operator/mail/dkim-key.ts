import { DKIM_ALGORITHMS } from '../../../../shared/contract/values.ts';
import { choice, command, result } from '../../../command.ts';
import { given } from '../../../given.ts';
import { dkimRecordView } from '../../../views/operator-mail.ts';

export const operatorMailDkimKey = command({
  name: ['operator', 'mail', 'dkim-key'],
  summary: 'Create a DKIM key for the platform domain and show its DNS record.',
  flags: { algorithm: choice('--algorithm <NAME>', 'Key algorithm.', DKIM_ALGORITHMS) },
  arguments: {},
  examples: [
    {
      command: 'agentmail operator mail dkim-key --algorithm ed25519',
      about: 'add a key next to the RSA one',
    },
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
