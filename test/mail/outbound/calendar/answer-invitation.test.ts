import ICAL from 'ical.js';
import PostalMime from 'postal-mime';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { GOOGLE, OUTLOOK } from '../../../content/calendar/invitations.ts';
import * as api from '../../../support/api.ts';
import { MailSink } from '../../../support/mail-sink.ts';
import { relayConfig } from '../../../support/relaying.ts';
import {
  codeOf,
  createAgent,
  createTenant,
  setMailbox,
  sharedService,
  type Tenant,
  unchecked,
} from '../../../support/service.ts';
import { mailWith } from '../../attachments/support.ts';

/** Answers to invitations, as a real mail server gets them. */

const relay = await MailSink.start();
afterAll(() => relay.die());
const service = sharedService({ config: relayConfig(relay.port) });
let tenant: Tenant;
let agent: string;
let count = 0;

beforeEach(async () => {
  count += 1;
  tenant = await createTenant(service, { email: `answers-${count}@example.com`, tier: 'pro' });
  await setMailbox(service, tenant, { attachment_exposure_mode: 'derived_content' });
  agent = await createAgent(service, tenant.admin, tenant.mailbox.id);
});

async function invited(content = GOOGLE, from = 'tom@example.com'): Promise<string> {
  const raw = await mailWith([{ filename: 'invite.ics', content, contentType: 'text/calendar' }]);
  const own = raw.toString('latin1').replace(/^From: .*$/m, `From: ${from}`);
  await service.deliver({ from, to: tenant.mailbox.address, raw: Buffer.from(own, 'latin1') });
  await service.drain();
  const { messages } = await service.must(tenant.admin, api.listMessages, { id: tenant.mailbox.id });
  return messages[0]?.id ?? '';
}

const answer = (id: string, body: object, key = agent) =>
  service.call(key, api.answerInvitation, unchecked({ id, ...body }));

/** The newest mail that left, with its calendar. */
async function left() {
  await service.drain();
  const mail = relay.received.at(-1);
  if (!mail) throw new Error('no mail left');
  const { text = '', attachments } = await PostalMime.parse(mail.raw);
  const contentOf = (type: string) => {
    const found = attachments.find(({ mimeType }) => mimeType === type);
    return found && Buffer.from(found.content as ArrayBuffer).toString();
  };
  const part = contentOf('text/calendar');
  return {
    mail,
    text,
    part,
    file: contentOf('application/ics'),
    event: part === undefined ? undefined : eventOf(part),
  };
}

function eventOf(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text));
  const [event, ...others] = calendar.getAllSubcomponents('vevent');
  if (!event) throw new Error('the calendar has no event');
  expect([others, calendar.getFirstPropertyValue('method')]).toEqual([[], 'REPLY']);
  const attendees = event.getAllProperties('attendee');
  const value = (name: string) => event.getFirstPropertyValue(name)?.toString() ?? null;
  return {
    attendees: attendees.map((each) => [each.getFirstValue(), each.getParameter('partstat')]),
    organizer: value('organizer'),
    uid: value('uid'),
    sequence: value('sequence'),
    summary: value('summary'),
    start: value('dtstart'),
    zone: event.getFirstProperty('dtstart')?.getParameter('tzid') ?? null,
    end: value('dtend'),
    stamp: value('dtstamp'),
    occurrence: value('recurrence-id'),
  };
}

describe('an answer to an invitation', () => {
  it('goes to the organizer as iTIP, in the thread of the invitation', async () => {
    const id = await invited();
    const { status, body } = await answer(id, { answer: 'accepted', note: 'I come.', mark_read: true });
    expect([status, body.status, body.calendar_reply]).toEqual([200, 'sent', 'accepted']);
    const { mail, text, part, file, event } = await left();
    expect(mail.to).toBe('tom@example.com');
    const types = mail.raw.toString().match(/^Content-Type: [^\r;]*/gm);
    expect(types).toEqual([
      'Content-Type: multipart/mixed',
      'Content-Type: multipart/alternative',
      'Content-Type: text/plain',
      'Content-Type: text/calendar',
      'Content-Type: application/ics',
    ]);
    expect(mail.raw.toString()).toMatch(/text\/calendar;[^:]*method="?REPLY"?/s);
    expect([file, text.trim()]).toEqual([part, expect.stringContaining('I come.')]);
    expect(event).toEqual({
      attendees: [[`mailto:${tenant.mailbox.address}`, 'ACCEPTED']],
      organizer: 'mailto:tom@example.com',
      uid: '7kukuqrfedlm2f9t0vrb5vr8m0@google.com',
      sequence: '2',
      summary: 'Weekly review',
      start: '2026-12-01T09:00:00',
      zone: 'Europe/Berlin',
      end: '2026-12-01T09:30:00',
      stamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      occurrence: null,
    });
    const sent = await service.must(agent, api.getMessage, { id: body.message_id });
    expect(sent).toMatchObject({
      subject: 'Accepted: Weekly review',
      in_reply_to_message_id: id,
      calendar_reply: 'accepted',
      has_attachment: false,
    });
    const { read_at, thread_id } = await service.must(agent, api.getMessage, { id });
    expect([read_at, thread_id]).toEqual([expect.any(String), sent.thread_id]);
  });

  it('changes with each later answer, also after one that rules refuse', async () => {
    const id = await invited(OUTLOOK, 'Tom.Miller@example.com');
    const statuses: unknown[] = [];
    const note = async (how: string) => {
      const { event } = await left();
      if (!event) throw new Error('the mail has no calendar');
      const { attendees, summary, zone } = event;
      statuses.push([how, attendees[0]?.[1], summary, zone]);
    };
    expect((await answer(id, { answer: 'accepted' })).status).toBe(200);
    await note('accepted');
    await service.must(tenant.admin, api.addSuppression, { email: 'tom.miller@example.com' });
    expect(codeOf(await answer(id, { answer: 'declined' }))[1]).toBe('RECIPIENT_SUPPRESSED');
    await note('refused');
    await service.must(tenant.admin, api.removeSuppression, { email: 'tom.miller@example.com' });
    for (const how of ['tentative', 'declined']) {
      expect((await answer(id, { answer: how })).status).toBe(200);
      await note(how);
    }
    const rest = ['Vertragsgespräch', 'W. Europe Standard Time'];
    expect(statuses).toEqual([
      ['accepted', 'ACCEPTED', ...rest],
      ['refused', 'ACCEPTED', ...rest],
      ['tentative', 'TENTATIVE', ...rest],
      ['declined', 'DECLINED', ...rest],
    ]);
  });

  it('is sent once for an idempotency key', async () => {
    const id = await invited();
    const before = relay.received.length;
    const headers = { 'idempotency-key': `answer-${count}` };
    const send = (how: string) =>
      service.request<{ message_id: string; replayed?: boolean; differs?: string[] }>(
        agent,
        `POST /v1/messages/${id}/calendar-reply`,
        { body: { answer: how }, headers },
      );
    const [first, second] = [await send('accepted'), await send('declined')];
    expect(second.body).toMatchObject({
      message_id: first.body.message_id,
      replayed: true,
      differs: ['answer'],
    });
    await service.drain();
    expect(relay.received.length - before).toBe(1);
  });

  it('says in review what it is, and keeps its calendar when a person edits it', async () => {
    await setMailbox(service, tenant, { hitl_mode: 'all_outbound' });
    const id = await invited();
    const held = await answer(id, { answer: 'declined' });
    expect(held.body).toMatchObject({ status: 'pending_review', calendar_reply: 'declined' });
    const edited = await service.must(tenant.admin, api.editMessage, {
      id: held.body.message_id,
      body: 'Sorry, not this time.',
    });
    expect(edited.calendar_reply).toBe('declined');
    const { text, event } = await left();
    expect(text).toContain('Sorry, not this time.');
    expect([event?.attendees[0]?.[1], event?.summary]).toEqual(['DECLINED', 'Weekly review']);
  });

  it('loses its calendar when it goes to another person, and the summary that an edit removes', async () => {
    await setMailbox(service, tenant, { hitl_mode: 'all_outbound' });
    const id = await invited();
    const heldId = async () => (await answer(id, { answer: 'accepted' })).body.message_id;
    const other = await service.must(tenant.admin, api.editMessage, {
      id: await heldId(),
      to: 'ann@example.com',
    });
    expect(other.calendar_reply).toBeUndefined();
    expect((await left()).part).toBeUndefined();
    await service.must(tenant.admin, api.editMessage, { id: await heldId(), subject: 'Accepted' });
    expect((await left()).event).toMatchObject({ summary: null, sequence: '2' });
  });

  it('keeps its calendar in a better version of one that was denied, unless it answers anew', async () => {
    await setMailbox(service, tenant, { hitl_mode: 'all_outbound' });
    const id = await invited();
    const denied = async () => {
      const { body } = await answer(id, { answer: 'accepted' });
      await service.must(tenant.admin, api.denyMessage, { id: body.message_id, reason: 'be polite' });
      return body.message_id;
    };
    const worded = await service.must(agent, api.send, { revises: await denied(), body: 'Gladly.' });
    await service.must(tenant.admin, api.approveMessage, { id: worded.message_id });
    expect((await left()).event?.attendees[0]?.[1]).toBe('ACCEPTED');
    const anew = await answer(id, { answer: 'declined', revises: await denied() });
    await service.must(tenant.admin, api.approveMessage, { id: anew.body.message_id });
    expect((await left()).event?.attendees[0]?.[1]).toBe('DECLINED');
  });

  it('is a new conversation when another person sent the invitation', async () => {
    await setMailbox(service, tenant, { agent_send_containment: true });
    const id = await invited(GOOGLE, 'ann@example.com');
    expect(codeOf(await answer(id, { answer: 'accepted' }))[1]).toBe('RECIPIENT_AGENT_CONTAINED');
    const { status, body } = await answer(id, { answer: 'accepted' }, tenant.admin);
    expect(status).toBe(200);
    const sent = await service.must(tenant.admin, api.getMessage, { id: body.message_id });
    const { thread_id } = await service.must(tenant.admin, api.getMessage, { id });
    expect(sent.recipient).toBe('tom@example.com');
    expect(sent.in_reply_to_message_id).toBeUndefined();
    expect(sent.thread_id).not.toBe(thread_id);
    // The sender of the same invitation is answered as any sender.
    const own = await invited();
    expect((await answer(own, { answer: 'accepted' })).status).toBe(200);
  });

  it('names an address of this mailbox only', async () => {
    const tagged = tenant.mailbox.address.replace('@', '+team@');
    const id = await invited();
    const foreign = await answer(id, { answer: 'accepted', attendee: 'tom@example.com' });
    expect(codeOf(foreign)).toEqual([422, 'VALIDATION_ERROR']);
    expect((await answer(id, { answer: 'accepted', attendee: tagged })).status).toBe(200);
    expect((await left()).event?.attendees).toEqual([[`mailto:${tagged}`, 'ACCEPTED']]);
  });

  it('writes nothing of a hostile invitation but values', async () => {
    const hostile = [
      'BEGIN:VCALENDAR',
      'METHOD:REQUEST',
      'BEGIN:VEVENT',
      'UID:a\\nATTENDEE:mailto:eve@example.net',
      'SEQUENCE:1\\nX:1',
      'ORGANIZER;CN="x:y":mailto:tom@example.com',
      'DTSTART;TZID="x\\":Y^nATTENDEE:mailto:eve@example.net":20261203T140000',
      `SUMMARY:Plan\\nATTENDEE;PARTSTAT=ACCEPTED:mailto:eve@example.net\\, ${'ü€😀'.repeat(30)}`,
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ].join('\r\n');
    const id = await invited(hostile);
    expect((await answer(id, { answer: 'accepted' })).status).toBe(200);
    const { event, part } = await left();
    expect(event?.attendees).toEqual([[`mailto:${tenant.mailbox.address}`, 'ACCEPTED']]);
    expect(event).toMatchObject({ sequence: '0', start: null, zone: null });
    expect(event?.uid).toBe('a ATTENDEE:mailto:eve@example.net');
    expect(event?.summary).toContain('ü€😀ü€😀');
    for (const line of part?.split(/\r?\n/) ?? []) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  });

  it.each([
    ['a cancellation', GOOGLE.replace('METHOD:REQUEST', 'METHOD:CANCEL'), 'not_an_invitation'],
    ['a published event', GOOGLE.replace('METHOD:REQUEST', 'METHOD:PUBLISH'), 'not_an_invitation'],
    ['a calendar without an organizer', GOOGLE.replace(/^ORGANIZER.*\r\n/m, ''), 'incomplete_invitation'],
    ['a calendar without a UID', GOOGLE.replace(/^UID.*\r\n/m, ''), 'incomplete_invitation'],
    ['a file that is no calendar', 'Hello', 'no_calendar'],
    [
      'an occurrence in a zone without a name',
      GOOGLE.replace('SEQUENCE:2', 'RECURRENCE-ID;TZID="(x)":20261201T090000\r\nSEQUENCE:2'),
      'unknown_occurrence',
    ],
  ])('refuses %s', async (_, content, reason) => {
    const id = await invited(content);
    const refused = await answer(id, { answer: 'accepted' });
    expect(codeOf(refused)).toEqual([409, 'CONFLICT']);
    expect(refused.body).toMatchObject({ details: { reason } });
  });

  it('refuses mail that is held, sent by the mailbox itself, or whose calendar the caller may not read', async () => {
    const id = await invited();
    const { body } = await answer(id, { answer: 'accepted' });
    expect((await answer(body.message_id, { answer: 'accepted' })).body).toMatchObject({
      code: 'CONFLICT',
      details: { reason: 'own_message' },
    });
    await setMailbox(service, tenant, { attachment_exposure_mode: 'metadata_only' });
    expect((await answer(id, { answer: 'accepted' })).body).toMatchObject({
      code: 'CONFLICT',
      details: { reason: 'no_calendar' },
    });
    await service.daemon.context.store.write('none', ({ db }) =>
      db.updateTable('messages').set({ state: 'quarantined' }).where('id', '=', id).execute(),
    );
    expect((await answer(id, { answer: 'accepted' })).body).toMatchObject({
      code: 'CONFLICT',
      details: { reason: 'message_held' },
    });
  });
});
