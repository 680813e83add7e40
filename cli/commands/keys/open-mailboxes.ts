import type { MailboxView } from '../../../shared/contract/mailboxes.ts';
import type { CommandContext } from '../../context.ts';
import { UsageError } from '../../errors.ts';
import { mailboxesOf } from '../../input/lookups/mailbox.ts';

/** Whether agents of the mailbox write to anyone, without review. */
function isOpen({ agent_authoring_mode, agent_send_policy, hitl_mode }: MailboxView): boolean {
  return (
    agent_authoring_mode === 'send_and_draft' && agent_send_policy === 'open' && hitl_mode === 'disabled'
  );
}

/**
 * Says what an agent may do in open mailboxes. One that has the contract's defaults, as no one chose them,
 * takes a key only with `--open`; a mailbox made with --open, or at a terminal, has its own release rule.
 */
export async function tellOpenMailboxes(
  context: CommandContext,
  ids: readonly string[],
  accepted: boolean,
): Promise<void> {
  const open = (await mailboxesOf(context)).filter((mailbox) => ids.includes(mailbox.id) && isOpen(mailbox));
  const unchosen = open.find(({ agent_release }) => agent_release === 'contract');
  if (unchosen && !accepted) {
    throw new UsageError(
      `Agents of ${unchosen.name} can write to anyone, unreviewed.`,
      `accept it with --open, or limit them first: agentmail policy set-mode supervised -m ${unchosen.name}`,
    );
  }
  for (const { name } of open)
    context.notice(`Agents with this key can write to anyone from ${name}, unreviewed.`);
}
