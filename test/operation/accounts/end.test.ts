import { describe, expect, it } from 'vitest';
import { ERASED_TABLES, KEPT_TABLES } from '../../../daemon/operation/accounts/erase.ts';
import * as api from '../../support/api.ts';
import { openHomeFile } from '../../support/database-file.ts';
import { needsSqlite } from '../../support/needs.ts';
import { createPerson, signIn } from '../../support/people.ts';
import {
  createAgent,
  createMailbox,
  createTenant,
  type Service,
  startService,
  unchecked,
} from '../../support/service.ts';

const DAY = 86_400;

async function countOf(service: Service, table: 'messages' | 'blobs' | 'outbox' | 'message_bodies') {
  const { count } = await service.daemon.context.store.read
    .selectFrom(table)
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

describe('deleting an account', () => {
  it('takes keys, sessions and mailboxes away at once, and erases what it held after thirty days', async () => {
    const service = await startService();
    const { accountId, admin, email } = await createPerson(service);
    const person = await signIn(service);
    const box = await createMailbox(service, admin, 'desk');
    const agent = await createAgent(service, admin, box.id);
    await service.deliver({
      from: 'a@example.org',
      to: box.address,
      subject: 'hello',
      text: 'confidential',
    });
    await service.drain();
    const send = { from_mailbox: 'desk', to: 'b@example.org', subject: 's', body: 'also confidential' };
    expect((await service.call(admin, api.send, send)).body).toMatchObject({
      status: 'sent',
    });

    const wrong = await service.call(admin, api.deleteAccount, { confirm_email: 'other@example.com' });
    expect([wrong.status, wrong.body.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect((await service.call(agent, api.deleteAccount)).body.code).toBe('INSUFFICIENT_SCOPE');
    const gone = await service.call(admin, api.deleteAccount, { confirm_email: email });
    expect(gone.body).toMatchObject({ status: 'deleted', message: expect.stringContaining('erased on') });

    expect((await service.call(admin, api.getCaller)).body.code).toBe('API_KEY_REVOKED');
    expect((await service.call(agent, api.getCaller)).body.code).toBe('API_KEY_REVOKED');
    expect((await person.call(api.getCaller)).body.code).toBe('UNAUTHORIZED');
    await expect(
      service.deliver({ from: 'a@example.org', to: box.address, subject: 'late', text: 'x' }),
    ).rejects.toThrow(/550/);

    expect(await countOf(service, 'messages')).toBe(2);
    await service.operator(api.advanceClock, { seconds: 30 * DAY + 1 });
    for (const table of ['messages', 'message_bodies', 'outbox', 'blobs'] as const) {
      expect([table, await countOf(service, table)]).toEqual([table, 0]);
    }
    const row = await service.operator(api.operatorGetAccount, { id: accountId });
    expect(row.body).toMatchObject({ status: 'deleted' });
    expect(JSON.stringify(row.body)).not.toContain(email);
    // The address of an erased mailbox is not given out again.
    const next = await createTenant(service, { email, mailbox: 'desk' });
    expect(next.mailbox.address).not.toBe(box.address);
  });

  it('knows of every table what becomes of its rows', needsSqlite, async () => {
    const service = await startService();
    const database = openHomeFile(service.home);
    const tables = database
      .prepare(
        `select m.name from sqlite_master m join pragma_table_info(m.name) c
         where m.type = 'table' and c.name = 'account_id'`,
      )
      .pluck()
      .all() as string[];
    database.close();
    const content = ['messages', 'message_bodies', 'attachments', 'attachment_previews', 'threads', 'blobs'];
    const erasedByHand = [...content, 'staged_attachments', 'outbox'];
    const known = [...Object.keys(ERASED_TABLES), ...KEPT_TABLES, ...erasedByHand];
    expect(tables.filter((table) => !known.includes(table))).toEqual([]);
  });
});

describe('legal holds', () => {
  it('are applied, listed, read and released once, and keep the account from being deleted', async () => {
    const service = await startService();
    const { admin, mailbox } = await createTenant(service);
    const account = await service.call(admin, api.applyLegalHold, { scope: 'account', reason: 'dispute' });
    expect([account.status, account.body]).toMatchObject([
      201,
      {
        scope: 'account',
        mailbox_id: null,
        case_reference: null,
        applied_by_type: 'customer',
        released_at: null,
      },
    ]);
    const box = await service.call(admin, api.applyLegalHold, {
      scope: 'mailbox',
      mailbox_id: mailbox.id,
      reason: 'audit',
      case_reference: 'K-1',
    });
    expect(box.body).toMatchObject({ mailbox_id: mailbox.id, case_reference: 'K-1' });
    expect((await service.call(admin, api.deleteAccount)).body.code).toBe('LEGAL_HOLD_ACTIVE');

    const released = await service.call(admin, api.releaseLegalHold, {
      id: account.body.id,
      release_reason: 'settled',
    });
    expect(released.body).toMatchObject({ released_by_type: 'customer', release_reason: 'settled' });
    const again = await service.call(admin, api.releaseLegalHold, {
      id: account.body.id,
      release_reason: 'settled',
    });
    expect([again.status, again.body.code]).toEqual([409, 'CONFLICT']);
    const list = await service.call(admin, api.listLegalHolds);
    expect(list.body.legal_holds.map((hold) => hold.id)).toEqual([box.body.id]);
    const all = await service.call(admin, api.listLegalHolds, { include_released: true });
    expect(all.body.legal_holds).toHaveLength(2);
    expect((await service.call(admin, api.getLegalHold, { id: box.body.id })).body).toMatchObject({
      reason: 'audit',
    });
  });

  it('refuse what does not fit: scopes, unknown mailboxes, other accounts, smaller plans', async () => {
    const service = await startService();
    const { admin, mailbox } = await createTenant(service);
    const other = await createTenant(service, { email: 'other@example.com', tier: 'starter', mailbox: 'x' });
    for (const body of [
      { scope: 'mailbox', reason: 'r' },
      { scope: 'account', reason: 'r', mailbox_id: mailbox.id },
      { scope: 'account', reason: '' },
      { scope: 'account', reason: ' \n' },
      { scope: 'account', reason: 'r', case_reference: ' ' },
      { scope: 'account', reason: 'r'.repeat(2001) },
    ]) {
      expect((await service.call(admin, api.applyLegalHold, unchecked(body))).body.code).toBe(
        'VALIDATION_ERROR',
      );
    }
    const foreign = { scope: 'mailbox', reason: 'r', mailbox_id: other.mailbox.id };
    expect((await service.call(admin, api.applyLegalHold, unchecked(foreign))).body.code).toBe('NOT_FOUND');
    const small = await service.call(other.admin, api.applyLegalHold, { scope: 'account', reason: 'r' });
    expect([small.body.code, small.body.details]).toMatchObject(['TIER_LIMIT', { required_tier: 'pro' }]);
    expect((await service.call(other.admin, api.listLegalHolds)).body.code).toBe('TIER_LIMIT');
    const hold = await service.call(admin, api.applyLegalHold, { scope: 'account', reason: 'r' });
    expect((await service.call(other.admin, api.getLegalHold, { id: hold.body.id })).body.code).toBe(
      'NOT_FOUND',
    );
  });
});
