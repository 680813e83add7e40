import { expect } from 'vitest';
import * as api from './api.ts';
import { createTenant, type Service, setMailbox, type Tenant } from './service.ts';

/** The other side of `test/client/frameworks/job.ts`: who writes to the agent, and who decides. */

/** A mailbox whose sends wait for a person and may go to one address, with a message in it. */
export async function askedMailbox(service: Service, name: string): Promise<Tenant> {
  const tenant = await createTenant(service, { email: `${name}@example.com`, tier: 'pro', mailbox: name });
  await setMailbox(service, tenant, { hitl_mode: 'all_outbound', recipient_policy_mode: 'allowlist' });
  const ann = { mailboxId: tenant.mailbox.id, email: 'ann@example.com' };
  await service.must(tenant.admin, api.addAllowlistEntry, ann);
  const { address: to } = tenant.mailbox;
  await service.deliver({ from: ann.email, to, subject: 'Offer', text: 'What do you offer?' });
  await service.drain();
  return tenant;
}

/** Denies the next held message of a mailbox, approves the one after it, and returns the ID of that. */
export async function decideTwice(service: Service, { admin, mailbox }: Tenant): Promise<string> {
  const held = async () => {
    const waiting = { id: mailbox.id, status: 'pending_review' } as const;
    return (await service.must(admin, api.listMessages, waiting)).messages[0]?.id ?? '';
  };
  await expect.poll(held).not.toBe('');
  await service.must(admin, api.denyMessage, { id: await held(), reason: 'too expensive' });
  await expect.poll(held).not.toBe('');
  const id = await held();
  await service.must(admin, api.approveMessage, { id });
  return id;
}
