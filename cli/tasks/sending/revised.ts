import type { CommandContext } from '../../context.ts';
import { chooseMessage } from '../../input/lookups/message.ts';
import type { World } from '../../machine/world.ts';

/** The denied message of which a send is a new version, if it names one. */
export async function revisedMessage(
  context: CommandContext,
  { revises, mailbox }: { readonly revises: string | undefined; readonly mailbox: string | undefined },
): Promise<string | undefined> {
  return revises === undefined ? undefined : chooseMessage(context, revises, { mailbox });
}

/** Returns what an answer to the message of a `wait --exec` revises; undefined outside of such a command. */
export function commandOfExec({ env }: World, messageId: string): { readonly revises?: string } | undefined {
  if (env.AGENTMAIL_MESSAGE_ID !== messageId) return undefined;
  const revises = env.AGENTMAIL_REVISES ?? '';
  return revises === '' ? {} : { revises };
}
