import { getCaller } from '../../shared/contract/accounts.ts';
import { UUID_SHAPE } from '../../shared/contract/fields.ts';
import type { Client } from '../client/client.ts';
import type { CommandContext } from '../context.ts';
import { CommandError } from '../errors.ts';
import { chooseMailbox, mailboxIds } from '../lookups/mailbox.ts';
import { Intents, keyOfIntent } from './intents.ts';
import type { Session } from './tool.ts';

/** A connected model; its key is checked before the first call. */
export function createSession(
  context: CommandContext,
  options: {
    readonly mailbox: string | undefined;
    readonly anyKey: boolean;
    readonly showQuarantined: boolean;
  },
): Session {
  const intents = new Intents(context.world);
  let checked: Promise<Connected> | undefined;
  const connected = () => {
    checked ??= checkedClient(context, options.anyKey).catch((error: unknown) => {
      // The next call checks again: the daemon may be back, or the key changed.
      checked = undefined;
      throw error;
    });
    return checked;
  };
  const client = async () => (await connected()).client;
  return {
    context,
    client,
    access: options.showQuarantined ? {} : { quarantine_access: 'metadata' },
    mailbox: async (named) => {
      await client();
      return chooseMailbox(context, named ?? options.mailbox);
    },
    keyFor: async ({ tool, input, intent, about }) => {
      if (intent === undefined) return intents.keyFor(tool, input);
      const { keyId } = await connected();
      return keyOfIntent(tool, [keyId, await idOf(context, about)], intent);
    },
  };
}

/** Resolves a mailbox to its id, so that name and id give the same key. */
async function idOf(context: CommandContext, about: string): Promise<string> {
  if (UUID_SHAPE.test(about)) return about.toLowerCase();
  const [id = about] = await mailboxIds(context, [about]);
  return id;
}

interface Connected {
  readonly client: Client;
  readonly keyId: string;
}

async function checkedClient(context: CommandContext, anyKey: boolean): Promise<Connected> {
  const client = await context.client({ fresh: true });
  const caller = await client.call(getCaller, {});
  if (caller.role === 'agent' || anyKey) return { client, keyId: caller.key_id ?? caller.account_id };
  throw new CommandError('Admin keys are for people: sends with one are never held for review.', {
    exit: 'refused',
    code: 'ADMIN_KEY',
    hint: 'run agentmail keys create --mailbox MAILBOX and use that key, or pass --any-key',
  });
}
