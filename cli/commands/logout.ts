import { command, result } from '../command.ts';
import { CommandError } from '../errors.ts';
import { forgetSession } from '../sign-in.ts';
import { recordView } from '../views/record.ts';

export const logout = command({
  name: ['logout'],
  summary: 'Sign out.',
  flags: {},
  arguments: {},
  examples: [{ command: 'agentmail logout', about: 'sign out; API keys keep working' }],
  endpoints: async () => {
    const { logout } = await import('../../shared/contract/sessions.ts');
    return { logout };
  },
  run: async (context, _input, { logout }) => {
    const client = await context.client();
    const reply = await client.call(logout, {}).catch(async (error: unknown) => {
      // A session that the daemon doesn't know is useless here too.
      if (error instanceof CommandError && error.failure.code === 'UNAUTHORIZED')
        await forgetSession(context);
      throw error;
    });
    await forgetSession(context);
    return result(reply, recordView);
  },
});
