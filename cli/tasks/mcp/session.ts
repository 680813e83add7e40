import { getCaller } from '../../../shared/contract/accounts.ts';
import { UUID_SHAPE } from '../../../shared/contract/fields.ts';
import { getHealth } from '../../../shared/contract/platform.ts';
import { waitForMessage } from '../../../shared/contract/reading.ts';
import { Intents, keyOfIntent } from '../../../shared/mcp/intents.ts';
import type { Session, ToolFailure } from '../../../shared/mcp/tool.ts';
import type { Client, RequestOf } from '../../client/client.ts';
import type { CommandContext } from '../../context.ts';
import { CommandError, UnreachableError } from '../../errors.ts';
import { chooseMailbox, mailboxIds } from '../../input/lookups/mailbox.ts';
import { deliver } from '../sending/deliver.ts';
import { ANSWER_MARGIN_MS, arrivals, daemonNow } from '../waiting/arrivals.ts';

/** A connected model. */
export interface ModelConnection {
  /** Connects and checks the key, if that hasn't been done. */
  check(): Promise<void>;
  /** The session of one call. */
  readonly session: (ended: AbortSignal) => Session;
}

interface ConnectOptions {
  readonly mailbox: string | undefined;
  readonly anyKey: boolean;
  readonly showQuarantined: boolean;
}

/** A model that connects; its key is checked before the first call. */
export function connectModel(context: CommandContext, options: ConnectOptions): ModelConnection {
  const { clock, interrupted } = context.world;
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
  const call: Session['call'] = async (endpoint, request) => {
    const { client } = await connected();
    const { timeout = 0 }: { readonly timeout?: number } =
      request.query ?? (request.body as object | undefined) ?? {};
    const sent = { ...request, timeoutMs: timeout * 1000 + ANSWER_MARGIN_MS } as RequestOf<typeof endpoint>;
    return client.call(endpoint, sent).catch((error: unknown) => {
      // After a restart the daemon may have another port.
      if (error instanceof UnreachableError) checked = undefined;
      throw error;
    });
  };
  const session = (ended: AbortSignal): Session => ({
    call,
    access: options.showQuarantined ? {} : { quarantine_access: 'metadata' },
    send: async (endpoint, request, key) => {
      await connected();
      const delivery = { idempotencyKey: key, strict: false, wait: undefined };
      const { data } = await deliver(context, delivery, {
        post: (client, headers) =>
          client.call(endpoint, { ...request, headers } as RequestOf<typeof endpoint>),
      });
      return data as object;
    },
    mailbox: async (named) => {
      await connected();
      return chooseMailbox(context, named ?? options.mailbox);
    },
    keyFor: async ({ tool, input, intent, about }) => {
      if (intent === undefined) return intents.keyFor(tool, [], input);
      const { keyId } = await connected();
      return keyOfIntent(tool, [keyId, await idOf(context, about)], intent);
    },
    now: () => daemonNow(context, getHealth),
    arrivals: ({ mailbox, since, seconds, denied, extract, skipped, marks }) => {
      const access = { ...session(ended).access, ...(extract !== undefined && { extract }) };
      const deadline = clock.now() + seconds * 1000;
      const signal = AbortSignal.any([interrupted, ended]);
      const denials = denied ? {} : undefined;
      return arrivals(
        context,
        { mailbox, since, denials, deadline, access, skipped, marks, signal },
        waitForMessage,
      );
    },
    explain,
  });
  return { check: async () => void (await connected()), session };
}

function explain(error: unknown): ToolFailure {
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof CommandError)) return { message, code: 'INTERNAL' };
  // The hints of commands are for people; the server has those for models.
  const { code, details } = error.failure;
  return { message, code, details };
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
