import { useMutation, useQueryClient } from '@tanstack/react-query';
import { updateMailbox } from '../../../../shared/contract/mailbox-policies.ts';
import type { MailboxView } from '../../../../shared/contract/mailboxes.ts';
import { call, messageOf } from '../api.ts';
import { MAILBOXES } from '../mailboxes.ts';

/** The policies of a guarded mailbox that a person can set by themselves: each tightens. */
const GUARDED = {
  hitl_mode: 'all_outbound',
  recipient_policy_mode: 'allowlist',
  agent_send_containment: true,
  allow_thread_replies: false,
  participant_authentication: 'authenticated',
  agent_quarantine_access: 'metadata',
  agent_release: 'never',
  agent_entries: 'strict',
  agent_forwarding: 'off',
} as const satisfies Partial<MailboxView>;

export function isGuarded(mailbox: MailboxView): boolean {
  return Object.entries(GUARDED).every(([name, value]) => mailbox[name as keyof typeof GUARDED] === value);
}

/** Gives a mailbox the policies of a guarded one. */
export function MakeGuarded({ mailbox: { id, address } }: { readonly mailbox: MailboxView }) {
  const queries = useQueryClient();
  const guard = useMutation({
    // The allowlist may be empty: the person adds recipients in the rules.
    mutationFn: () => call(updateMailbox, { params: { id }, body: { ...GUARDED, force_empty: true } }),
    onSettled: () => queries.invalidateQueries({ queryKey: MAILBOXES }),
  });
  return (
    <span>
      {guard.error && <span role="alert">{messageOf(guard.error)} </span>}
      <button type="button" className="plain" disabled={guard.isPending} onClick={() => guard.mutate()}>
        Make it guarded<span className="unseen"> ({address})</span>
      </button>
    </span>
  );
}
