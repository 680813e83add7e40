import { unprovenExemptions } from '../../../shared/unproven-exemptions.ts';
import { CommandError } from '../../errors.ts';
import type { DoctorResult, Patient } from './check.ts';

/** Rule names as in `agentmail mailboxes update`. */
const RULES = {
  agent_containment: 'agents restricted to the allowlist',
  thread_replies: 'the allowlist',
  first_contact: 'review of first contacts',
} as const;

/** Finds mailboxes whose rules for agents a forged From can bypass. */
export async function checkParticipants({ context, endpoints }: Patient): Promise<DoctorResult> {
  try {
    const client = await context.client();
    const { mailboxes } = await client.call(endpoints.listMailboxes, {});
    const open = mailboxes.flatMap((mailbox) =>
      unprovenExemptions(mailbox).map((code) => ({ name: mailbox.name, rule: RULES[code] })),
    );
    const [first] = open;
    if (!first) return { severity: 'ok', message: "forged mail can't bypass any mailbox rule" };
    const all = open.map(({ name, rule }) => `${rule} (${name})`).join(', ');
    return {
      severity: 'warning',
      message: `forged mail can bypass: ${all}`,
      remedy: `agentmail mailboxes update ${first.name} --participants authenticated`,
    };
  } catch (error) {
    // The check of the API key reports the cause.
    if (error instanceof CommandError) return { severity: 'skipped', message: 'needs a working API key' };
    throw error;
  }
}
