import { command, result } from '../command.ts';
import { forgetSession } from '../sign-in.ts';
import { recordView } from '../views/record.ts';

export const logout = command({
  name: ['logout'],
  summary: 'Sign out.',
  flags: {},
  arguments: {},
  examples: [{ command: 'agentmail logout', about: 'keys keep working' }],
  endpoints: async () => {
    const { logout } = await import('../../shared/contract/sessions.ts');
    return { logout };
  },
  run: async (context, _input, { logout }) => {
    const client = await context.client();
    const reply = await client.call(logout, {});
    await forgetSession(context);
    return result(reply, recordView);
  },
});
