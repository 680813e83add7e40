import type { MailboxView } from '../../../shared/contract/mailboxes.ts';
import { CommandError } from '../../errors.ts';
import type { DoctorResult, Patient } from './check.ts';

/** Finds connected mailboxes whose servers don't work. */
export async function checkConnections({ context, endpoints }: Patient): Promise<DoctorResult> {
  try {
    const client = await context.client();
    return resultOf((await client.call(endpoints.listMailboxes, {})).mailboxes);
  } catch (error) {
    // The check of the API key reports the cause.
    if (error instanceof CommandError) return { severity: 'skipped', message: 'needs a working API key' };
    throw error;
  }
}

function resultOf(mailboxes: readonly MailboxView[]): DoctorResult {
  const connected = mailboxes.filter((each) => each.connection_state !== undefined);
  if (connected.length === 0) return { severity: 'ok', message: 'no mailbox of another server' };
  const failing = connected.filter((each) => each.connection_state === 'failing').map(({ name }) => name);
  const [first] = failing;
  if (first === undefined) return { severity: 'ok', message: 'no server fails' };
  return {
    severity: 'error',
    message: `a server refuses or doesn't answer: ${failing.join(', ')}`,
    remedy: `agentmail mailboxes connection ${first}`,
  };
}
