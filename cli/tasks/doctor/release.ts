import { CommandError } from '../../errors.ts';
import type { DoctorResult, Patient } from './check.ts';

/** Finds mailboxes whose agents can release what the scan held, their own mail too. */
export async function checkRelease({ context, endpoints }: Patient): Promise<DoctorResult> {
  try {
    const client = await context.client();
    const { mailboxes } = await client.call(endpoints.listMailboxes, {});
    const names = mailboxes
      .filter(({ agent_release }) => agent_release === 'contract')
      .map(({ name }) => name);
    const [first] = names;
    if (first === undefined)
      return { severity: 'ok', message: 'only people release mail that the scan held' };
    return {
      severity: 'warning',
      message: `agents can release mail that the scan held, their own too: ${names.join(', ')}`,
      remedy: `agentmail mailboxes update ${first} --agent-release never`,
    };
  } catch (error) {
    // The check of the API key reports the cause.
    if (error instanceof CommandError) return { severity: 'skipped', message: 'needs a working API key' };
    throw error;
  }
}
