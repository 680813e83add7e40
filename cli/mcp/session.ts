import { getCaller } from '../../shared/contract/accounts.ts';
import { listMailboxes } from '../../shared/contract/mailboxes.ts';
import type { Client } from '../client/client.ts';
import type { Context } from '../context.ts';
import { CommandError } from '../errors.ts';
import { chooseMailbox } from '../mailbox.ts';
import { Intents } from './intents.ts';
import type { Session } from './tool.ts';

/** A connected model; its key is looked at before the first call. */
export function createSession(
  context: Context,
  options: { readonly mailbox: string | undefined; readonly anyKey: boolean },
): Session {
  let checked: Promise<Client> | undefined;
  const client = () => {
    checked ??= checkedClient(context, options.anyKey).catch((error: unknown) => {
      // The next call tries again: the daemon may be back, or the key another one.
      checked = undefined;
      throw error;
    });
    return checked;
  };
  return {
    context,
    intents: new Intents(context.world),
    client,
    mailbox: async (named) => {
      await client();
      return chooseMailbox(context, named ?? options.mailbox, listMailboxes);
    },
  };
}

async function checkedClient(context: Context, anyKey: boolean): Promise<Client> {
  const client = await context.client({ fresh: true });
  const caller = await client.call(getCaller, {});
  if (caller.role === 'agent' || anyKey) return client;
  throw new CommandError("An admin key is a person's: what a model sends with it is not held for anybody.", {
    exit: 'refused',
    code: 'ADMIN_KEY',
    hint: 'agentmail keys create --mailbox MAILBOX, then use that key; or --any-key',
  });
}
