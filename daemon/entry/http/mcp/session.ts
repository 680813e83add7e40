import { UUID_SHAPE } from '../../../../shared/contract/fields.ts';
import { listMailboxes } from '../../../../shared/contract/mailboxes.ts';
import type { MessageListItem } from '../../../../shared/contract/messages.ts';
import { waitForMessage } from '../../../../shared/contract/reading.ts';
import { keyOfIntent } from '../../../../shared/mcp/intents.ts';
import { type AwaitedArrivals, type Session, ToolError } from '../../../../shared/mcp/tool.ts';
import type { Principal } from '../../../access/principal.ts';
import type { Context } from '../../../context.ts';
import { SECOND } from '../../../platform/system/clock.ts';
import { keyOfCall } from './repeated-calls.ts';

/** A model that called over HTTP. */
export interface ModelCaller {
  readonly context: Context;
  readonly principal: Principal;
  /** Makes calls of the API as the model. */
  readonly call: Session['call'];
  /** Aborted when the model stops waiting for the answer. */
  readonly ended: AbortSignal;
}

const ACCESS = { quarantine_access: 'metadata' } as const;

/** The session of one request. */
export function sessionOf(caller: ModelCaller): Session {
  const { context, principal, call } = caller;
  const keyId = principal.keyId ?? principal.account.id;
  return {
    call,
    access: ACCESS,
    send: async (endpoint, request, key) => {
      const headers = { ...request.headers, 'idempotency-key': key };
      return { ...(await call(endpoint, { ...request, headers })), idempotency_key: key };
    },
    mailbox: async (named) => named ?? onlyMailbox(caller),
    keyFor: async ({ tool, input, intent, about }) => {
      if (intent === undefined) return keyOfCall(context, principal, { tool, input });
      return keyOfIntent(tool, [keyId, await mailboxId(call, about)], intent);
    },
    // `since` is exclusive, and a message of this millisecond is new.
    now: async () => new Date(context.clock.now() - 1).toISOString(),
    arrivals: (awaited) => arrivals(caller, awaited),
    explain: (error) => {
      if (caller.ended.aborted) return { message: 'The call was given up.', code: 'CANCELLED' };
      context.log.error({ err: error }, 'a tool of a model failed');
      return { message: 'The tool failed.', code: 'INTERNAL_ERROR' };
    },
  };
}

/** The mailbox of a key that is bound to one, which needs no call; else the only one there is. */
async function onlyMailbox({ call, principal }: ModelCaller): Promise<string> {
  const [bound] = principal.mailboxIds;
  if (bound !== undefined && principal.mailboxIds.size === 1) return bound;
  const { mailboxes } = await call(listMailboxes, {});
  const [only] = mailboxes;
  if (only && mailboxes.length === 1) return only.id;
  const names = mailboxes.map(({ name }) => name).join(', ');
  throw new ToolError({
    message: only ? `Several mailboxes: ${names}. Choose one.` : 'This key has no mailbox.',
    code: 'MAILBOX_REQUIRED',
  });
}

/** Resolves a mailbox to its ID, so that name and ID give the same key. */
async function mailboxId(call: Session['call'], about: string): Promise<string> {
  const wanted = about.toLowerCase();
  if (UUID_SHAPE.test(about)) return wanted;
  const { mailboxes } = await call(listMailboxes, {});
  const found = mailboxes.find(({ id, name, address }) => [id, name, address].includes(wanted));
  if (found) return found.id;
  throw new ToolError({ message: `No mailbox named "${about}".`, code: 'NOT_FOUND' });
}

/** Each round continues after the last message, so none is missed between rounds. */
async function* arrivals(
  { call, context, ended }: ModelCaller,
  { mailbox, since, seconds, denied, extract, skipped, marks }: AwaitedArrivals,
): AsyncGenerator<MessageListItem> {
  const deadline = context.clock.now() + seconds * SECOND;
  let seen = since;
  let deniedSince: string | undefined;
  for (let left = seconds; left > 0; left = Math.ceil((deadline - context.clock.now()) / SECOND)) {
    const denials = denied && {
      denied: true as const,
      ...(deniedSince !== undefined && { denied_since: deniedSince }),
    };
    const query = {
      ...{ ...ACCESS, timeout: left, since: seen },
      ...denials,
      ...(extract !== undefined && { extract }),
      ...(skipped !== undefined && { skip_automatic: skipped }),
      ...marks,
    };
    const { message } = await call(waitForMessage, { params: { id: mailbox }, query });
    // Time is up, the daemon stops, or the model is gone.
    if (message === null || ended.aborted) return;
    if (message.direction === 'inbound') seen = message.created_at;
    else deniedSince = message.review?.open_since;
    yield message;
  }
}
