import { command, result } from '../../command.ts';
import { secretsOf } from '../../secrets.ts';
import { recordView } from '../../views/record.ts';

export const verifyPhone = command({
  name: ['verify', 'phone'],
  summary: "Confirm a new account's phone number with the code sent to it.",
  flags: {},
  arguments: {},
  examples: [{ command: 'agentmail verify phone', about: 'asks for the code' }],
  endpoints: async () => {
    const { verifyPhone } = await import('../../../shared/contract/signup.ts');
    return { verifyPhone };
  },
  run: async (context, _input, { verifyPhone }) => {
    const secret = await secretsOf(context).ask('Code from the text message');
    const client = await context.client();
    return result(await client.call(verifyPhone, { body: { code: secret } }), recordView);
  },
});
