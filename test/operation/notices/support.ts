import type { BodyInputOf } from '../../../shared/contract/endpoint.ts';
import * as api from '../../support/api.ts';
import { createAgent, type Service, type Tenant } from '../../support/service.ts';

/** A mailbox that holds what its agent sends. */
export interface HoldingMailbox {
  readonly agent: string;
  /** The agent sends; returns the id of the held message. */
  hold(subject?: string, to?: string): Promise<string>;
}

export async function holdEverything(service: Service, { admin, mailbox }: Tenant): Promise<HoldingMailbox> {
  const agent = await createAgent(service, admin, mailbox.id);
  await service.must(admin, api.updateMailbox, { id: mailbox.id, hitl_mode: 'all_outbound' });
  return {
    agent,
    hold: async (subject = 'Numbers', to = 'ann@example.com') => {
      const headers = { 'idempotency-key': crypto.randomUUID() };
      const content = { from_mailbox: mailbox.id, to, subject, body: 'The secret text of the message.' };
      const sent = await service.call({ key: agent, headers }, api.send, content);
      const { message_id: id } = sent.body as { message_id?: string };
      if (id === undefined) throw new Error(JSON.stringify(sent.body));
      await service.drain();
      return id;
    },
  };
}

type NewTarget = BodyInputOf<typeof api.createNoticeTarget>;

export function tell(service: Service, { admin }: Tenant, target: Partial<NewTarget> = {}) {
  return service.must(admin, api.createNoticeTarget, {
    format: 'email',
    address: 'owner@example.net',
    ...target,
  });
}

/** Notices in the outbox, the oldest first. */
export async function mailed(service: Service) {
  await service.drain();
  const { items } = (await service.operator(api.listOutbox)).body;
  return items.filter(({ purpose }) => purpose === 'alert').reverse();
}
