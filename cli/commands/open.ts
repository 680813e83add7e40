import { command, result } from '../command.ts';
import type { CommandContext } from '../context.ts';
import { UsageError } from '../errors.ts';
import { flag, text } from '../input/options/kinds.ts';
import { openedView } from '../output/views/daemon.ts';

export const open = command({
  name: ['open'],
  summary: 'Open the page for people in the browser, signed in.',
  description:
    'The link works once, within a minute, on this machine only. Anyone on this machine who has it first\n' +
    'is signed in as the account, so --print only where nobody else reads.',
  flags: {
    account: text('--account <ACCOUNT>', 'Email or ID of the account. Default: the account of the profile.'),
    print: flag('--print', "Print the link, and don't open it."),
  },
  arguments: {},
  examples: [
    { command: 'agentmail open', about: 'review held mail in the browser' },
    { command: 'agentmail open --print', about: 'get the link for a browser in another session' },
  ],
  endpoints: async () => {
    const { operatorCreatePageLink } = await import('../../shared/contract/operator-accounts.ts');
    return { operatorCreatePageLink };
  },
  run: async (context, { account = context.profile.account, print }, { operatorCreatePageLink }) => {
    if (account === undefined) {
      throw new UsageError('The profile names no account.', 'agentmail open --account ACCOUNT');
    }
    const client = await context.client();
    const link = await client.call(operatorCreatePageLink, { params: { id: account } });
    const opened = !print && (await showLink(context, link.url));
    const { expires_at, url } = link;
    return result({ account, opened, expires_at, ...(opened ? {} : { url }) }, openedView);
  },
});

/**
 * Opens the link through a file that only this user can read: other users see the arguments of a program. The
 * file stays, since the browser reads it later, but its link is soon worthless.
 */
async function showLink({ world }: CommandContext, url: string): Promise<boolean> {
  const viewer = await world.viewer?.();
  if (!viewer) return false;
  const page = `<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=${url}">`;
  return viewer.show('html', Buffer.from(`${page}<title>agentmail</title>`));
}
