import { describe, expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import { openMailboxDesk, workingHours } from '../../support/mailbox-desk.ts';
import { PASSWORD } from '../../support/people.ts';

const desk = openMailboxDesk();
const { patch, read } = desk;

describe('what loosens', () => {
  const loosenings: [string, object, object, string][] = [
    [
      'a looser authoring mode',
      { agent_authoring_mode: 'read_only' },
      { agent_authoring_mode: 'draft_only' },
      'agent_authoring_mode',
    ],
    [
      'a looser policy mode',
      { apply_policy_mode: 'read_only' },
      { apply_policy_mode: 'supervised' },
      'apply_policy_mode',
    ],
    [
      'a policy mode that ends review',
      { hitl_mode: 'risky_only' },
      { apply_policy_mode: 'trusted' },
      'apply_policy_mode',
    ],
    ['a longer approval', { approval_expiry: '24h' }, { approval_expiry: '72h' }, 'approval_expiry'],
    ['no window', { send_window: workingHours() }, { send_window: null }, 'send_window'],
    [
      'a longer window',
      { send_window: workingHours() },
      { send_window: { ...workingHours(), end: '18:00' } },
      'send_window',
    ],
    [
      'another zone',
      { send_window: workingHours() },
      { send_window: { ...workingHours(), timezone: 'UTC' } },
      'send_window',
    ],
  ];

  it.each(loosenings)('refuses a key %s as a whole', async (_name, before, after, field) => {
    expect((await patch(before)).status).toBe(200);
    const refused = await patch({ ...after, allow_thread_replies: true });
    expect([refused.status, refused.body.code]).toEqual([403, 'REAUTH_REQUIRES_SESSION']);
    expect(refused.body.details).toEqual({ fields: [field] });
    expect(await read()).toMatchObject({ allow_thread_replies: false });
  });

  it.each(loosenings)('lets a person with fresh proof have %s', async (_name, before, after) => {
    await patch(before);
    const unproven = await desk.person.call(api.updateMailbox, { id: desk.mailbox.id, ...after });
    expect([unproven.status, unproven.body.code]).toEqual([403, 'REAUTH_REQUIRED']);
    const wrong = await desk.person.call(api.updateMailbox, {
      id: desk.mailbox.id,
      ...after,
      reauth_token: 'wrong',
    });
    expect([wrong.status, wrong.body.code]).toEqual([400, 'REAUTH_INVALID_PASSWORD']);
    const right = await desk.person.call(api.updateMailbox, {
      id: desk.mailbox.id,
      ...after,
      reauth_token: PASSWORD,
    });
    expect(right.status).toBe(200);
    desk.service.clock.moveTo(desk.service.clock.now() + 16 * 60_000);
  });

  it.each([
    [
      'a stricter authoring mode',
      { agent_authoring_mode: 'draft_only' },
      { agent_authoring_mode: 'read_only' },
    ],
    ['fewer hours', { send_window: workingHours() }, { send_window: { ...workingHours(), start: '10:00' } }],
    ['fewer days', { send_window: workingHours() }, { send_window: { ...workingHours(), days: ['mon'] } }],
    [
      'a window that blocks',
      { send_window: workingHours() },
      { send_window: { ...workingHours(), outside_action: 'block' } },
    ],
    ['a shorter approval', { approval_expiry: '72h' }, { approval_expiry: '24h' }],
    ['an open review mode', { hitl_mode: 'all_outbound' }, { hitl_mode: 'disabled' }],
  ])('lets a key have %s', async (_name, before, after) => {
    expect((await patch(before)).status).toBe(200);
    expect((await patch(after)).status).toBe(200);
  });
});

describe('a send window', () => {
  it.each([
    ['no such zone', { ...workingHours(), timezone: 'Europe/Atlantis' }],
    ['an offset for a zone', { ...workingHours(), timezone: '+02:00' }],
    ['an hour that no day has', { ...workingHours(), start: '24:00' }],
    ['an empty span', { ...workingHours(), end: '09:00' }],
    ['a day twice', { ...workingHours(), days: ['mon', 'mon'] }],
  ])('is refused with %s', async (_name, send_window) => {
    const reply = await patch({ send_window });
    expect([reply.status, reply.body.code]).toEqual([400, 'VALIDATION_ERROR']);
  });
});
