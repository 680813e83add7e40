import { describe, expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import { EventSource } from '../../support/event-source.ts';
import { MARKER, openHeldBack } from '../../support/held-back.ts';
import { openSession, PASSWORD } from '../../support/people.ts';
import { codeOf, setMailbox, unchecked } from '../../support/service.ts';

/** Held inbound mail, as agents read it in a mailbox that shows them metadata only. */

const desk = openHeldBack();
const { service } = desk;

describe('held mail in a mailbox that shows agents metadata', () => {
  it('still says what it is, where it comes from and why it is held', async () => {
    const [item] = await desk.list(desk.agent, { status: 'quarantined' });
    expect(item).toMatchObject({
      id: desk.heldIn('quarantined'),
      sender: 'eve@example.org',
      subject: '',
      body_preview: '',
      content_withheld: true,
      has_attachment: true,
      scan: { verdict: 'quarantined' },
    });
    const { body } = await service.call(desk.agent, api.getMessage, { id: item?.id ?? '' });
    expect(body.body).toMatchObject({ content: null, char_count: 0 });
    expect(body.attachments).toMatchObject([
      { filename: null, content_type: 'text/plain', size: expect.any(Number) },
    ]);
    expect(body.hold_context?.summary_reasons).toContain('scan:prompt_injection');
    expect(body.scan?.findings).not.toEqual([]);
    const preview = await service.call(
      desk.agent,
      api.getAttachmentPreview,
      unchecked({ id: item?.id ?? '', idx: '0' }),
    );
    expect([...codeOf(preview), preview.body.details]).toEqual([
      403,
      'ATTACHMENT_PREVIEW_DISABLED',
      { reason: 'content_withheld', state: 'quarantined' },
    ]);
  });

  it('is found by no search of an agent, whatever the term', async () => {
    expect(await desk.list(desk.agent, { search: MARKER })).toEqual([]);
    expect(await desk.list(desk.agent, { search: MARKER, include_firewall_blocked: 'true' })).toEqual([]);
    expect(await desk.list(desk.tenant.admin, { search: MARKER })).toHaveLength(3);
  });

  it('has no subject on the event stream of an agent', async () => {
    const since = new Date(service.clock.now() - 3_600_000).toISOString();
    for (const [key, subject] of [
      [desk.agent, ''],
      [desk.tenant.admin, expect.stringContaining(MARKER)],
    ] as const) {
      const source = await EventSource.open(service, key, { since, events: 'message.quarantined' });
      await source.until(() => source.events.length >= 2);
      source.close();
      for (const { envelope } of source.events)
        expect(envelope.data).toMatchObject({ direction: 'inbound', subject });
    }
  });

  it.each([
    ['list', () => `/v1/mailboxes/${desk.tenant.mailbox.id}/messages?include_firewall_blocked=true`],
    ['search', () => `/v1/mailboxes/${desk.tenant.mailbox.id}/messages?search=${MARKER}`],
    ['wait', () => `/v1/mailboxes/${desk.tenant.mailbox.id}/messages/wait?timeout=1`],
    ['read', () => `/v1/messages/${desk.heldIn('quarantined')}`],
    ['threads', () => `/v1/mailboxes/${desk.tenant.mailbox.id}/threads`],
    ['thread', () => `/v1/threads/${desk.heldIn('quarantined')}`],
    ['preview', () => `/v1/messages/${desk.heldIn('quarantined')}/attachments/0/preview`],
  ])('comes without text to any caller whose %s asks for metadata', async (_name, path) => {
    const asked = `${path()}${path().includes('?') ? '&' : '?'}quarantine_access=metadata`;
    expect(JSON.stringify((await service.request(desk.tenant.admin, `GET ${asked}`)).body)).not.toContain(
      MARKER,
    );
    expect(
      (await service.request(desk.tenant.admin, `GET ${asked.replace('=metadata', '=full')}`)).status,
    ).toBe(400);
  });

  it('is released by a person, blocked by an agent, and readable once released', async () => {
    const id = desk.heldIn('quarantined');
    const refused = await service.call(desk.agent, api.releaseMessage, { id });
    expect(codeOf(refused)).toEqual([403, 'INSUFFICIENT_SCOPE']);
    expect(refused.body.details).toMatchObject({ reason: 'content_withheld' });
    expect((await service.call(desk.tenant.admin, api.releaseMessage, { id })).status).toBe(200);
    const read = await service.call(desk.agent, api.getMessage, { id });
    expect(read.body.subject).toBe(`${MARKER} one`);
    expect(read.body.content_withheld).toBeUndefined();
    await desk.quarantine('five');
    const [next] = await desk.list(desk.agent, { status: 'quarantined' });
    expect((await service.call(desk.agent, api.blockMessage, { id: next?.id ?? '' })).status).toBe(200);
    expect(
      (await desk.list(desk.agent, { status: 'blocked' })).every(({ content_withheld }) => content_withheld),
    ).toBe(true);
  });
});

describe('agent_quarantine_access', () => {
  it('is tightened by a key and loosened by a person with fresh proof', async () => {
    await setMailbox(service, desk.tenant, { agent_quarantine_access: 'full' });
    const tightened = await service.call(desk.tenant.admin, api.updateMailbox, {
      id: desk.tenant.mailbox.id,
      agent_quarantine_access: 'metadata',
    });
    expect(tightened.body).toMatchObject({ agent_quarantine_access: 'metadata' });
    const loosened = await service.call(desk.tenant.admin, api.updateMailbox, {
      id: desk.tenant.mailbox.id,
      agent_quarantine_access: 'full',
    });
    expect(codeOf(loosened)).toEqual([403, 'REAUTH_REQUIRES_SESSION']);
    const person = await openSession(service, desk.tenant.accountId);
    const proven = { agent_quarantine_access: 'full', reauth_token: PASSWORD };
    expect(
      (await person.call(api.updateMailbox, unchecked({ id: desk.tenant.mailbox.id, ...proven }))).body,
    ).toMatchObject({
      agent_quarantine_access: 'full',
    });
  });
});
