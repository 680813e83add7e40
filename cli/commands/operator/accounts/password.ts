import { command, result } from '../../../command.ts';
import { UsageError } from '../../../errors.ts';
import { accountWord } from '../../../operator-ids.ts';
import { readSecret } from '../../../secrets.ts';
import { changedPassword } from '../../../views/operator.ts';

export const operatorAccountsPassword = command({
  name: ['operator', 'accounts', 'password'],
  summary: "Set an account's password and end its sessions.",
  flags: {},
  arguments: { account: accountWord },
  examples: [
    {
      command: 'agentmail operator accounts password bob@example.com < password.txt',
      about: 'type it without echo, or pass it on stdin',
    },
  ],
  endpoints: async () => {
    const { operatorSetPassword } = await import('../../../../shared/contract/operator.ts');
    return { operatorSetPassword };
  },
  run: async (context, { account }, { operatorSetPassword }) => {
    const password = await readSecret(context, 'New password');
    if (password === '') throw new UsageError('No password given.', 'type it, or pass it on stdin');
    const client = await context.client();
    const reply = await client.call(operatorSetPassword, { params: { id: account }, body: { password } });
    return result(reply, changedPassword);
  },
});
