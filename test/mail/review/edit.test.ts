import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dropPreviews } from '../../../daemon/mail/attachments/previews/departure.ts';
import * as api from '../../support/api.ts';
import { openSession } from '../../support/people.ts';
import { setMailbox, sharedService, unchecked } from '../../support/service.ts';
import { allowFiles, stage, usedBytes } from '../../support/uploads.ts';
import { brokenRules, watchStates } from './invariants.ts';
import { type Desk, openDesk, openSupervisedDesk, SENSITIVE } from './support.ts';

/** A person edits a held message: the edited one goes out in its place, and the agent can tell. */

const service = sharedService();
let desk: Desk;
let count = 0;

beforeAll(() => watchStates(service));

beforeEach(async () => {
  count += 1;
  desk = await openSupervisedDesk(service, `edit${count}@example.com`);
});

function edit(
  id: string,
  change: Record<string, unknown>,
  key = desk.tenant.admin,
  headers?: Record<string, string>,
) {
  return service.call({ key, headers }, api.editMessage, { id, ...change });
}

const shown = async (id: string, key = desk.agent) => (await service.call(key, api.getMessage, { id })).body;

async function send(body: Record<string, unknown>, headers?: Record<string, string>): Promise<string> {
  const request = { from_mailbox: desk.tenant.mailbox.id, to: 'ann@example.com', subject: 'Offer', ...body };
  const { body: answer } = await service.call({ key: desk.agent, headers }, api.send, unchecked(request));
  return answer.message_id;
}

describe('an edit of a held message', () => {
  it('sends the edited message, and blocks the original as replaced', async () => {
    const id = await desk.pending();
    const charged = await desk.charged();
    const answer = await edit(id, { subject: 'Final report', reason: 'clearer' });
    expect(answer).toMatchObject({ status: 200, body: { status: 'sent', edited_from: id } });
    const { message_id: edited } = answer.body;
    expect(edited).not.toBe(id);
    expect(await shown(edited)).toMatchObject({
      state: 'delivered',
      subject: 'Final report',
      recipient: 'ann@example.com',
      body: { content: 'The report is ready.' },
      edited_from: id,
    });
    expect(await shown(id)).toMatchObject({
      state: 'blocked',
      subject: 'Report',
      review: { resolution: 'edited', reason: 'clearer', decided_by: 'admin_key', edited_to: edited },
    });
    expect([await desk.sent(id), await desk.sent(edited), await desk.charged()]).toEqual([0, 1, charged]);
    expect(await desk.audit(id)).toMatchObject([
      { kind: 'message.review.edited', actor_type: 'admin', reason: 'clearer' },
    ]);
    expect(await desk.events('message.review_resolved')).toMatchObject([
      { message_id: id, resolution: 'edited', status: 'blocked', edited_to: edited, reason: 'clearer' },
    ]);
    expect(await brokenRules(desk)).toEqual([]);
  });

  it('reaches the agent by the key of its send', async () => {
    const key = { 'idempotency-key': 'intent' };
    const id = await send({ body: 'We take it for 900.' }, key);
    const person = await openSession(service, desk.tenant.accountId);
    const { body } = await person.call(api.editMessage, { id, body: 'We take it for 700.' });
    const probe = await service.call({ key: desk.agent, headers: key }, api.probeIdempotency);
    expect(probe.body).toMatchObject({
      message_id: id,
      status: 'blocked',
      review: { resolution: 'edited', decided_by: 'person', edited_to: body.message_id },
      replacement: { message_id: body.message_id, effect_status: 'sent' },
    });
    const again = await service.call({ key: desk.agent, headers: key }, api.send, {
      from_mailbox: desk.tenant.mailbox.id,
      to: 'ann@example.com',
      subject: 'Offer',
      body: 'Again',
    });
    expect(again.body).toMatchObject({ replayed: true, replacement: { effect_status: 'sent' } });
  });

  it('is refused to the agent, for mail that came in, and for what is decided or unchanged', async () => {
    const id = await desk.pending();
    expect(await edit(id, { subject: 'Mine' }, desk.agent)).toMatchObject({
      status: 403,
      body: { code: 'INSUFFICIENT_SCOPE' },
    });
    expect((await edit(id, {})).status).toBe(400);
    expect((await edit(id, { subject: 'Report' })).status).toBe(400);
    expect((await edit(await desk.arrived(), { subject: 'Mine' })).body).toMatchObject({
      code: 'CONFLICT',
      details: { state: 'quarantined' },
    });
    const other = await openDesk(service, `foreign${count}@example.com`);
    expect((await edit(id, { subject: 'Mine' }, other.tenant.admin)).status).toBe(404);
    expect(await desk.state(id)).toBe('pending_review');
    await desk.decide(desk.tenant.admin, 'deny', id);
    expect((await edit(id, { subject: 'Late' })).body).toMatchObject({
      code: 'CONFLICT',
      details: { state: 'blocked' },
    });
  });

  it('happens once, however often it is repeated with its key', async () => {
    const id = await desk.pending();
    const key = { 'idempotency-key': 'edit' };
    const first = await edit(id, { subject: 'Final' }, desk.tenant.admin, key);
    const again = await edit(id, { subject: 'Final' }, desk.tenant.admin, key);
    expect(again.body).toMatchObject({
      message_id: first.body.message_id,
      status: 'sent',
      edited_from: id,
      replayed: true,
    });
    const other = await desk.pending();
    expect(await edit(other, { subject: 'Final' }, desk.tenant.admin, key)).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT', details: { reason: 'idempotency_key_in_use' } },
    });
    expect(await desk.state(other)).toBe('pending_review');
  });

  it('takes the unit of the original over when the budget of the day is used up', async () => {
    const id = await desk.pending();
    const charged = await desk.charged();
    await service.daemon.context.store.write('none', async ({ db }) => {
      await db
        .updateTable('accounts')
        .set({ custom_daily_send_limit: charged })
        .where('id', '=', desk.tenant.accountId)
        .execute();
    });
    expect((await edit(id, { subject: 'Final' })).body).toMatchObject({
      status: 'sent',
      sends_remaining: 0,
    });
    expect(await desk.charged()).toBe(charged);
  });
});

describe('the gates and the scan of an edited message', () => {
  it.each([
    ['suppressed', 'RECIPIENT_SUPPRESSED'],
    ['off the allowlist', 'RECIPIENT_NOT_ON_ALLOWLIST'],
    ['contained', 'RECIPIENT_AGENT_CONTAINED'],
  ])('keep the original waiting when the new recipient is %s', async (rule, code) => {
    const id = await desk.pending();
    if (rule === 'suppressed') {
      await service.call(desk.tenant.admin, api.addSuppression, { email: 'eve@example.net' });
    } else if (rule === 'contained') {
      await setMailbox(service, desk.tenant, { agent_send_containment: true });
    } else {
      const list = `/v1/mailboxes/${desk.tenant.mailbox.id}/recipient-allowlist`;
      await service.request(desk.tenant.admin, `POST ${list}`, { body: { email: 'ann@example.com' } });
      await setMailbox(service, desk.tenant, { recipient_policy_mode: 'allowlist' });
    }
    const answer = await edit(id, { to: 'eve@example.net' });
    expect([answer.status, (answer.body as { code?: string }).code]).toEqual([403, code]);
    expect(await desk.state(id)).toBe('pending_review');
  });

  it('do not let a new recipient in by the conversation of the old one', async () => {
    await service.deliver({
      from: 'ann@example.com',
      to: desk.tenant.mailbox.address,
      subject: 'Question',
      text: 'How much is it?',
    });
    await service.drain();
    const { messages } = (
      await service.call(desk.agent, api.listMessages, { id: desk.tenant.mailbox.id, direction: 'inbound' })
    ).body;
    const reply = await service.call(desk.agent, api.reply, {
      id: messages[0]?.id ?? '',
      body: 'It is 900.',
    });
    const id = reply.body.message_id;
    const kept = await edit(id, { body: 'It is 700.' });
    expect(await shown(kept.body.message_id)).toMatchObject({
      thread_id: (await shown(id)).thread_id,
      in_reply_to: (await shown(id)).in_reply_to,
    });
    const second = await service.call(desk.agent, api.reply, {
      id: messages[0]?.id ?? '',
      body: 'It is 900.',
    });
    const moved = await edit(second.body.message_id, { to: 'bob@example.com' });
    expect((await shown(moved.body.message_id)).in_reply_to).toBeNull();
  });

  it('hold what the person adds, and not again what the person saw', async () => {
    await desk.update({ scanner_policy: { outbound_pii_policy: { ssn: 'review' } } });
    const id = await desk.pending('ann@example.com', SENSITIVE);
    const seen = await edit(id, { subject: 'Your number' });
    expect(seen.body).toMatchObject({ status: 'sent' });
    const harmless = await desk.pending();
    const added = await edit(harmless, { body: SENSITIVE });
    expect(added.body).toMatchObject({
      status: 'pending_review',
      hold_context: { trigger_source: 'scanner', summary_reasons: ['outbound_pii:ssn'] },
    });
    expect(await shown(harmless)).toMatchObject({
      state: 'blocked',
      review: { resolution: 'edited', edited_to: added.body.message_id },
    });
    const probe = await desk.decide(desk.tenant.admin, 'approve', added.body.message_id);
    expect(probe.body.status).toBe('sent');
  });

  it('let quarantined mail go once its secret is edited out', async () => {
    const id = await desk.quarantined();
    const answer = await edit(id, { body: 'I call you with the number.' });
    expect(answer.body).toMatchObject({ status: 'sent', edited_from: id });
    expect((await shown(id)).state).toBe('blocked');
    const still = await desk.quarantined();
    expect((await edit(still, { subject: 'Number' })).body.status).toBe('quarantined');
  });

  it('ask for the note that the mailbox wants', async () => {
    await desk.update({
      scanner_policy: {
        outbound_pii_policy: { ssn: 'review' },
        outbound_review_policy: { approval_note: 'required_for_sensitive_pii' },
      },
    });
    const id = await desk.pending('ann@example.com', SENSITIVE);
    expect(await edit(id, { subject: 'x' })).toMatchObject({
      status: 400,
      body: { code: 'REVIEW_NOTE_REQUIRED' },
    });
    expect((await edit(id, { subject: 'x', reason: 'asked for' })).body.status).toBe('sent');
  });
});

describe('what goes along with an edited message', () => {
  async function sendFile(): Promise<string> {
    await allowFiles(service, desk.tenant);
    const { body: file } = await stage(service, desk.agent, desk.tenant);
    return send({ body: 'The numbers.', attachment_ids: [file.id] });
  }

  const preview = async (id: string) => {
    const person = await openSession(service, desk.tenant.accountId);
    const { status, body } = await service.call(person, api.getAttachmentPreview, { id, idx: 0 });
    return [status, body.preview?.content ?? body.details?.reason];
  };

  it('are its files, which count for storage once', async () => {
    const id = await sendFile();
    await service.drain();
    const before = await usedBytes(service, desk.tenant);
    const { body } = await edit(id, { body: 'The new numbers.' });
    expect(body.status).toBe('sent');
    await service.drain();
    const names = async (each: string) => (await shown(each)).attachments.map(({ filename }) => filename);
    expect([await names(id), await names(body.message_id)]).toEqual([['numbers.csv'], ['numbers.csv']]);
    expect((await usedBytes(service, desk.tenant)) - before).toBe('The new numbers.'.length);
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from attachments where blob_id is not null and message_id in (${id}, ${body.message_id})`.execute(
      service.daemon.context.store.read,
    );
    expect(rows).toEqual([{ count: 1 }]);
    await desk.remove(desk.tenant.admin, id);
    expect(await names(body.message_id)).toEqual(['numbers.csv']);
  });

  it('are the previews of its files, which the original no longer has', async () => {
    const id = await sendFile();
    await service.drain();
    const { body } = await edit(id, { body: 'The new numbers.' });
    expect(await preview(body.message_id)).toEqual([200, 'week,count\n1,12']);
    expect((await preview(id))[1]).toBe('source_missing');
    await desk.remove(desk.tenant.admin, body.message_id);
    await desk.remove(desk.tenant.admin, id);
    expect(await usedBytes(service, desk.tenant)).toBe(0);
  });

  it('are files whose previews are pending', async () => {
    const id = await sendFile();
    await service.drain();
    const before = await usedBytes(service, desk.tenant);
    const { accountId: account } = desk.tenant;
    await service.daemon.context.store.write({ account }, async (transaction) => {
      const { db, worker } = transaction;
      await dropPreviews(transaction, { id, account_id: account });
      const pending = { preview_status: 'pending', worker } as const;
      await db.updateTable('attachments').set(pending).where('message_id', '=', id).execute();
    });
    const { body } = await edit(id, { body: 'The new numbers.' });
    await service.drain();
    expect(await preview(body.message_id)).toEqual([200, 'week,count\n1,12']);
    expect((await usedBytes(service, desk.tenant)) - before).toBe('The new numbers.'.length);
  });

  it('is the HTML, unless the text changes: then the person says what becomes of it', async () => {
    const html = '<p>We take it for <b>900</b>.</p>';
    const first = await send({ body: 'We take it for 900.', html });
    expect((await edit(first, { body: 'We take it for 700.' })).body).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { issues: [{ path: 'html' }] },
    });
    const alone = await edit(first, { body: 'We take it for 700.', html: null });
    expect(await shown(alone.body.message_id)).toMatchObject({ state: 'delivered', has_html: false });
    const second = await send({ body: 'We take it for 900.', html });
    const renamed = await edit(second, { subject: 'Our offer' });
    expect(await shown(renamed.body.message_id)).toMatchObject({ state: 'delivered', has_html: true });
  });
});

describe('an edit beside another decision', { tags: 'race' }, () => {
  it.each(['approve', 'deny', 'edit'] as const)(
    '%s: one wins, and one message goes out at most',
    async (verb) => {
      for (let round = 0; round < 6; round++) {
        const before = await desk.charged();
        const id = await desk.pending();
        const other =
          verb === 'edit' ? edit(id, { subject: 'Theirs' }) : desk.decide(desk.tenant.admin, verb, id);
        const answers = await Promise.all([edit(id, { subject: 'Mine' }), other]);
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
        const sent = answers.some(({ body }) => body.status === 'sent') ? 1 : 0;
        expect((await desk.charged()) - before).toBe(sent);
        const resolved = await desk.events('message.review_resolved');
        expect(resolved.filter(({ message_id }) => message_id === id)).toHaveLength(1);
      }
      expect(await brokenRules(desk)).toEqual([]);
    },
  );
});
