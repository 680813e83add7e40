import PostalMime from 'postal-mime';
import * as api from './api.ts';
import { createAgent, createTenant, type Service, type Tenant } from './service.ts';

/** A mailbox with an agent, and mail to forward. */

export interface Scene {
  readonly service: Service;
  readonly tenant: Tenant;
  readonly agent: string;
}

export async function openScene(service: Service, name: string): Promise<Scene> {
  const tenant = await createTenant(service, { email: `${name}@example.com`, mailbox: name });
  return { service, tenant, agent: await createAgent(service, tenant.admin, tenant.mailbox.id) };
}

export interface Mail {
  readonly from?: string;
  readonly subject?: string;
  readonly text?: string;
  readonly html?: string;
  readonly cc?: string;
  readonly messageId?: string;
  readonly attachments?: readonly {
    readonly filename: string;
    readonly content: string | Buffer;
    readonly contentType?: string;
  }[];
}

export const LETTER = 'Do you have time for lunch on Friday at noon? The table is booked.';

/** Delivers a mail, and returns its id. */
export async function arrived({ service, tenant }: Scene, mail: Mail = {}): Promise<string> {
  const answer = await service.deliver({
    from: 'Ann Miller <ann@example.org>',
    to: tenant.mailbox.address,
    subject: 'Lunch on Friday?',
    text: LETTER,
    ...mail,
  } as Parameters<Service['deliver']>[0]);
  await service.drain();
  return /([0-9a-f-]{36})/.exec(answer)?.[1] ?? '';
}

/** The mails of a message as they left, parsed. */
export async function sentMails({ service }: Scene, id: string) {
  const outbox = await service.operator(api.listOutbox);
  const items = outbox.body.items.filter(({ message_id }) => message_id === id);
  return Promise.all(
    items.map(async (item) => {
      const path = (item.raw_url ?? '').replace(/^.*\/operator\/v1/, '');
      const raw = await service.request(service.daemon.operatorToken, `GET /operator/v1${path}`);
      const source = String(raw.body);
      return { recipient: item.to, source, ...(await PostalMime.parse(source)) };
    }),
  );
}
