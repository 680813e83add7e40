import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { unpack } from '../../../daemon/platform/store/packing.ts';
import * as api from '../../support/api.ts';
import { databaseFileOf, openHomeFile } from '../../support/database-file.ts';
import { needsSqlite } from '../../support/needs.ts';
import { createAgent, createMailbox, launch, sharedService } from '../../support/service.ts';
import { type Desk, openSupervisedDesk, SENSITIVE } from './support.ts';

const service = sharedService();
let desk: Desk;
let count = 0;

beforeEach(async () => {
  count += 1;
  desk = await openSupervisedDesk(service, `owner${count}@example.com`);
});

const NOBODY = '00000000-0000-4000-8000-000000000000';
/** More than fits into a row: its raw message is a file. */
const LARGE = 'A long story. '.repeat(8000);

async function receive(text: string, subject = 'Hello'): Promise<string> {
  const answer = await service.deliver({
    from: 'ann@example.net',
    to: desk.tenant.mailbox.address,
    subject,
    text,
  });
  await service.drain();
  return /([0-9a-f-]{36})/.exec(answer)?.[1] ?? '';
}

async function usedBytes(): Promise<number> {
  const { body } = await service.call(desk.tenant.admin, api.getUsage);
  return body.storage.used_bytes;
}

const blobFiles = () => readdirSync(join(service.home, 'blobs'));

describe('deleting a message', () => {
  it('purges the findings: a replay of its key tells how the scan ended and not what it found', async () => {
    const { admin, mailbox } = desk.tenant;
    const send = () =>
      service.call({ key: admin, headers: { 'idempotency-key': `deleted-${count}` } }, api.send, {
        from_mailbox: mailbox.id,
        to: 'ann@example.com',
        subject: 'Form',
        body: SENSITIVE,
      });
    const { message_id: id, scan } = (await send()).body;
    expect(scan).toMatchObject({ verdict: 'quarantined', findings: [{ category: 'pii' }] });
    await desk.remove(admin, id);
    expect((await send()).body).toMatchObject({
      message_id: id,
      scan: { verdict: 'quarantined', findings: [] },
    });
    const { scan: stored } = await service.daemon.context.store.read
      .selectFrom('messages')
      .select('scan')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(stored).toMatchObject({ findings: [] });
  });

  it('purges what it said and gives its storage back', needsSqlite, async () => {
    const before = await usedBytes();
    const secret = `Xylophone${count}`;
    const raw = [
      `From: Ann <ann${secret}@example.net>`,
      `To: ${desk.tenant.mailbox.address}`,
      `Subject: About ${secret}`,
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      'Content-Type: text/plain',
      '',
      `The word is ${secret}.`,
      '--b',
      `Content-Type: text/csv; name=${secret}.csv`,
      `Content-Disposition: attachment; filename=${secret}.csv`,
      '',
      `a,${secret}`,
      '--b--',
      '',
    ].join('\r\n');
    const answer = await service.deliver({ from: 'b@example.net', to: desk.tenant.mailbox.address, raw });
    await service.drain();
    const id = /([0-9a-f-]{36})/.exec(answer)?.[1] ?? '';
    expect(await usedBytes()).toBeGreaterThan(before);
    expect(placesOf(secret)).toContain('blobs');

    const deleted = await desk.remove(desk.tenant.admin, id);
    expect([deleted.status, deleted.body]).toEqual([
      200,
      {
        status: 'deleted',
        message_id: id,
        raw_mime_deleted: true,
        derivatives_tombstoned: expect.any(Number),
        r2_objects_failed: [],
      },
    ]);
    expect(deleted.body.derivatives_tombstoned).toBeGreaterThanOrEqual(2);
    expect(await usedBytes()).toBe(before);
    // The log of what happened keeps its own thirty days.
    expect(placesOf(secret).filter((table) => table !== 'events')).toEqual([]);
    const path = `/v1/mailboxes/${desk.tenant.mailbox.id}/messages`;
    for (const query of ['', `?search=${secret}`, '?status=deleted']) {
      expect((await service.request(desk.tenant.admin, `GET ${path + query}`)).body.messages).toEqual([]);
    }
    expect((await service.call(desk.tenant.admin, api.getMessage, { id })).status).toBe(404);
    for (const verb of ['release', 'block', 'approve', 'deny', 'read', 'report'] as const) {
      expect((await service.request(desk.tenant.admin, `POST /v1/messages/${id}/${verb}`)).status).toBe(404);
    }
  });

  it('leaves none of its words in the file of the database', needsSqlite, async () => {
    const short = await launch();
    const owner = await openSupervisedDesk(short, 'short@example.com');
    const answer = await short.deliver({
      from: 'ann@example.net',
      to: owner.tenant.mailbox.address,
      subject: 'Hello',
      // Too long to be packed, which would hide the word.
      text: `${'Once upon a time. '.repeat(4000)} The word is Xylophone.`,
    });
    await short.drain();
    const file = () => {
      const database = openHomeFile(short.home, 'write');
      database.pragma('wal_checkpoint(TRUNCATE)');
      database.close();
      return readFileSync(databaseFileOf(short.home));
    };
    expect(file().includes('Xylophone')).toBe(true);
    await owner.remove(owner.tenant.admin, /([0-9a-f-]{36})/.exec(answer)?.[1] ?? '');
    expect(file().includes('Xylophone')).toBe(false);
    await short.stop();
    rmSync(short.home, { recursive: true });
  });

  it('stays a position in its list, and keeps its thread together', async () => {
    const [first, second] = [await receive('One.'), await receive('Two.')];
    await desk.remove(desk.tenant.admin, second);
    const { body } = await service.call(desk.tenant.admin, api.listMessages, {
      id: desk.tenant.mailbox.id,
      before: second,
    });
    expect(body.messages.map(({ id }) => id)).toEqual([first]);
  });

  it('again is the same answer and no further record', async () => {
    const id = await receive('Hello.');
    await desk.remove(desk.tenant.admin, id);
    const again = await desk.remove(desk.tenant.admin, id);
    expect([again.status, again.body]).toMatchObject([200, { status: 'deleted', derivatives_tombstoned: 0 }]);
    expect(await desk.audit(id)).toMatchObject([{ kind: 'message.content.deleted', actor_type: 'admin' }]);
  });

  it('removes the file of a large message', needsSqlite, async () => {
    const before = blobFiles();
    const id = await receive(LARGE);
    expect(blobFiles()).toHaveLength(before.length + 1);
    expect((await desk.remove(desk.tenant.admin, id)).body.raw_mime_deleted).toBe(true);
    expect(blobFiles()).toEqual(before);
  });

  it('names a file that cannot be removed, and removes it later', needsSqlite, async () => {
    const before = blobFiles();
    const id = await receive(LARGE);
    const file = blobFiles().find((name) => !before.includes(name)) ?? '';
    const path = join(service.home, 'blobs', file);
    rmSync(path);
    // A folder with something in it is what no unlink takes away.
    mkdirSync(join(path, 'stuck'), { recursive: true });
    const stuck = { raw_mime_deleted: false, r2_objects_failed: [file] };
    expect((await desk.remove(desk.tenant.admin, id)).body).toMatchObject(stuck);
    await service.operator(api.advanceClock, { seconds: 61 });
    expect((await desk.remove(desk.tenant.admin, id)).body).toMatchObject(stuck);
    rmSync(path, { recursive: true });
    await service.operator(api.advanceClock, { seconds: 3600 });
    expect(existsSync(path)).toBe(false);
    expect((await desk.remove(desk.tenant.admin, id)).body).toMatchObject({
      raw_mime_deleted: true,
      r2_objects_failed: [],
    });
  });

  it('refunds what was held and not sent, once, and keeps the charge of what was sent', async () => {
    const pending = await desk.pending();
    const quarantined = await desk.quarantined();
    const sent = await desk.pending();
    await desk.decide(desk.tenant.admin, 'approve', sent);
    const blocked = await desk.pending();
    await desk.decide(desk.tenant.admin, 'deny', blocked);
    expect(await desk.charged()).toBe(3);
    for (const [id, left] of [
      [pending, 2],
      [quarantined, 1],
      [sent, 1],
      [blocked, 1],
    ] as const) {
      await desk.remove(desk.tenant.admin, id);
      await desk.remove(desk.tenant.admin, id);
      expect(await desk.charged()).toBe(left);
    }
  });

  it('lets the key of a send answer as before', async () => {
    const send = async (key: string, body: string, headers: Record<string, string>) =>
      service.call({ key, headers }, api.send, {
        from_mailbox: desk.tenant.mailbox.id,
        to: 'ann@example.com',
        subject: 'Hi',
        body,
      });
    const cases = [
      [desk.tenant.admin, 'Hello there.', 'sent'],
      [desk.agent, 'Hello there.', 'pending_review'],
      [desk.tenant.admin, SENSITIVE, 'quarantined'],
    ] as const;
    for (const [index, [key, text, status]] of cases.entries()) {
      const headers = { 'idempotency-key': `key-${count}-${index}` };
      const first = await send(key, text, headers);
      await desk.remove(desk.tenant.admin, first.body.message_id);
      for (const later of [
        await service.call({ key: desk.tenant.admin, headers }, api.probeIdempotency),
        await send(key, text, headers),
      ]) {
        expect(later.status).toBe(200);
        const { email_effect, hold_context } = first.body;
        expect(later.body).toMatchObject({
          message_id: first.body.message_id,
          status,
          email_effect,
          hold_context,
        });
      }
    }
  });
});

describe('who may delete', () => {
  const policy = (enabled: boolean) => service.call(desk.tenant.admin, api.setAgentDeletePolicy, { enabled });

  it('an agent only where the account lets agents delete; that is asked first', async () => {
    const id = await receive('Hello.');
    for (const named of [id, NOBODY]) {
      const refused = await desk.remove(desk.agent, named);
      expect([refused.status, refused.body.code]).toEqual([403, 'MESSAGE_DELETE_NOT_PERMITTED']);
      expect(refused.body.details).toMatchObject({
        reason_axis: 'account_policy',
        agent_instructions: [expect.any(String)],
      });
    }
    expect((await policy(true)).status).toBe(200);
    expect((await desk.remove(desk.agent, id)).status).toBe(200);
    expect(await desk.audit(id)).toMatchObject([{ actor_type: 'agent' }]);
    await policy(false);
    expect((await desk.remove(desk.agent, id)).status).toBe(403);
  });

  it('nobody what is not theirs: unknown is 404 before the binding is 403', async () => {
    await policy(true);
    const other = await createMailbox(service, desk.tenant.admin, `other${count}`);
    const stranger = await createAgent(service, desk.tenant.admin, other.id);
    const id = await receive('Hello.');
    expect((await desk.remove(stranger, id)).body.code).toBe('MAILBOX_ACCESS_DENIED');
    expect((await desk.remove(stranger, NOBODY)).body.code).toBe('NOT_FOUND');
    const foreign = await openSupervisedDesk(service, `foreign${count}@example.com`);
    expect((await desk.remove(foreign.tenant.admin, id)).body.code).toBe('NOT_FOUND');
    // Deleted already comes after the binding.
    await desk.remove(desk.tenant.admin, id);
    expect((await desk.remove(stranger, id)).body.code).toBe('MAILBOX_ACCESS_DENIED');
  });

  it.each([{}, { mailbox: true }])(
    'nobody under a legal hold %j, whatever the state',
    async ({ mailbox }) => {
      const gone = await receive('Gone.');
      await desk.remove(desk.tenant.admin, gone);
      const id = await receive('Hello.');
      const pending = await desk.pending();
      const held = await service.call(desk.tenant.admin, api.applyLegalHold, {
        scope: mailbox ? 'mailbox' : 'account',
        reason: 'a court asks',
        ...(mailbox && { mailbox_id: desk.tenant.mailbox.id }),
      });
      expect(held.status, JSON.stringify(held.body)).toBe(201);
      const before = await usedBytes();
      for (const each of [id, pending]) {
        const refused = await desk.remove(desk.tenant.admin, each);
        expect([refused.status, refused.body.code]).toEqual([409, 'LEGAL_HOLD_ACTIVE']);
      }
      expect(await usedBytes()).toBe(before);
      // A deleted message has nothing left to protect.
      expect((await desk.remove(desk.tenant.admin, gone)).status).toBe(200);
      expect((await desk.decide(desk.tenant.admin, 'deny', pending)).status).toBe(200);
    },
  );
});

/** Tables that still hold a word in any column. */
function placesOf(word: string): string[] {
  const database = openHomeFile(service.home);
  try {
    const tables = database
      .prepare("select name from sqlite_master where type = 'table' and name not like 'message_search%'")
      .pluck()
      .all() as string[];
    return tables.filter((table) =>
      database
        .prepare(`select * from ${table}`)
        .all()
        .some((row) =>
          Object.values(row as Record<string, unknown>).some((value) => wordsIn(value).includes(word)),
        ),
    );
  } finally {
    database.close();
  }
}

/** A stored value, also a packed one. */
function wordsIn(value: unknown): string {
  if (!Buffer.isBuffer(value)) return String(value);
  try {
    return unpack(value).toString('latin1');
  } catch {
    return value.toString('latin1');
  }
}
