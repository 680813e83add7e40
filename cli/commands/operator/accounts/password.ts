import { command, result, word } from '../../../command.ts';
import { UsageError } from '../../../errors.ts';
import { changedPassword } from '../../../views/operator.ts';

export const operatorAccountsPassword = command({
  name: ['operator', 'accounts', 'password'],
  summary: 'Give an account a password, read from stdin; its sessions end.',
  flags: {},
  arguments: { account: word('ACCOUNT', 'Id or email.') },
  examples: [
    {
      command: 'agentmail operator accounts password bob@example.com < password.txt',
      about: 'never on the command line',
    },
  ],
  endpoints: async () => {
    const { operatorSetPassword } = await import('../../../../shared/contract/operator.ts');
    return { operatorSetPassword };
  },
  run: async (context, { account }, { operatorSetPassword }) => {
    if (context.world.stdin.isTTY) context.say('Type the password, then press Enter and Ctrl-D.');
    const password = (await context.world.stdin.readAll()).replace(/\r?\n$/, '');
    if (password === '') throw new UsageError('There is no password on stdin.');
    const client = await context.client();
    const reply = await client.call(operatorSetPassword, { params: { id: account }, body: { password } });
    return result(reply, changedPassword);
  },
});
