import { RUN_ONCE } from '../../../daemon/platform/store/transaction-runner.ts';
import { fillMailbox } from '../../bench/reading-fill.ts';
import * as api from '../../support/api.ts';
import { createTenant, launch, type Service, type Tenant } from '../../support/service.ts';

/** Messages that get their bytes in one transaction. */
const BATCH = 1000;
/** Messages that are really received and sent. */
const REAL = 40;

export interface FilledHome {
  readonly admin: string;
  readonly mailboxId: string;
}

/** Fills a home on SQLite with real mail, and with `count` messages that were never received. */
export async function fillHome(home: string, count: number): Promise<FilledHome> {
  const service = await launch({ home, config: { store: null }, overrides: { runners: RUN_ONCE } });
  const tenant = await createTenant(service);
  await exchangeMail(service, tenant);
  const other = await service.must(tenant.admin, api.createMailbox, { name: 'other' });
  const place = { accountId: tenant.accountId, mailboxId: tenant.mailbox.id, otherId: other.id };
  await fillMailbox(service.daemon.context, place, count);
  await addBytes(service, tenant.accountId);
  await service.drain();
  await service.stop();
  return { admin: tenant.admin, mailboxId: tenant.mailbox.id };
}

/** Mail in and out, large mail, attachments, a deleted message, a draft, a webhook and lists. */
async function exchangeMail(service: Service, { admin, mailbox }: Tenant): Promise<void> {
  await service.must(admin, api.createWebhook, {
    url: 'https://hooks.example/in',
    enabled_events: ['message.received'],
  });
  for (let n = 0; n < REAL; n++) {
    const isLarge = n % 10 === 0;
    await service.deliver({
      from: 'ann@example.org',
      to: mailbox.address,
      subject: `Letter ${n}`,
      text: isLarge ? `line ${n}\n`.repeat(20_000) : `Words of letter ${n}.\u0000`,
      ...(n % 5 === 0 && { attachments: [{ filename: `${n}.csv`, content: 'a,b\n'.repeat(n * 900) }] }),
    });
  }
  await service.drain();
  const { messages } = await service.must(admin, api.listMessages, { id: mailbox.id, limit: REAL });
  await service.must(admin, api.deleteMessage, { id: messages[0]?.id ?? '' });
  const letter = { to: 'bob@example.org', subject: 'Out', body: 'going' };
  await service.must(admin, api.send, { from_mailbox: mailbox.id, ...letter });
  await service.must(admin, api.createDraft, { mailbox_id: mailbox.id, ...letter });
  await service.must(admin, api.addSuppressions, { emails: ['no@example.org', 'nobody@example.org'] });
  await service.drain();
}

/** Gives each message that has no bytes some of its own. */
async function addBytes({ daemon }: Service, accountId: string): Promise<void> {
  const { store } = daemon.context;
  for (;;) {
    const bare = await store.read
      .selectFrom('messages')
      .innerJoin('message_bodies', 'message_bodies.message_id', 'messages.id')
      .select(['id', 'text'])
      .where('direction', '=', 'inbound')
      .where('raw_blob_id', 'is', null)
      .where('state', '=', 'available')
      .limit(BATCH)
      .execute();
    if (bare.length === 0) return;
    const prepared = await Promise.all(
      bare.map(async ({ id, text }) => ({
        id,
        blob: await store.blobs.prepare(Buffer.from(`Message-ID: <${id}@sender.example>\r\n\r\n${text}`)),
      })),
    );
    await store.write('none', async (transaction) => {
      for (const { id, blob } of prepared) {
        await store.blobs.record(transaction, blob, accountId);
        await transaction.db
          .updateTable('messages')
          .set({ raw_blob_id: blob.id })
          .where('id', '=', id)
          .execute();
      }
    });
  }
}
