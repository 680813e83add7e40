import { describe, expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import { openMailboxDesk, workingHours } from '../../support/mailbox-desk.ts';

const desk = openMailboxDesk();
const { patch, read, traces } = desk;

describe('PATCH /v1/mailboxes/:id', () => {
  it('answers with the whole mailbox, equal to what a read and the list say', async () => {
    const changed = await patch({
      allow_thread_replies: true,
      hitl_mode: 'risky_only',
      display_name: ' Ann ',
    });
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({
      allow_thread_replies: true,
      hitl_mode: 'risky_only',
      display_name: 'Ann',
    });
    const list = await desk.service.call(desk.tenant.admin, api.listMailboxes);
    expect(await read()).toEqual(changed.body);
    expect(list.body.mailboxes.find(({ id }) => id === desk.mailbox.id)).toEqual(changed.body);
  });

  it('leaves no trace when every value is the stored one', async () => {
    await patch({
      display_name: 'Ann',
      send_window: workingHours(),
      scanner_policy: { language_mode: 'disabled' },
    });
    const before = await traces();
    const again = await patch({
      display_name: 'Ann',
      send_window: { ...workingHours(), days: ['fri', 'thu', 'wed', 'tue', 'mon'] },
      scanner_policy: { language_mode: 'disabled' },
      hitl_mode: 'disabled',
      allow_thread_replies: false,
      agent_send_policy: 'open',
      pii_mode: 'passthrough',
    });
    expect(again.status).toBe(200);
    expect(await traces()).toEqual(before);
    expect((await patch({})).status).toBe(200);
    expect(await traces()).toEqual(before);
  });

  it('keeps the zone of a window by its canonical name, so that another spelling changes nothing', async () => {
    const changed = await patch({ send_window: { ...workingHours(), timezone: 'europe/berlin' } });
    expect(changed.body).toMatchObject({ send_window: { timezone: 'Europe/Berlin' } });
    const before = await traces();
    const again = await patch({ send_window: { ...workingHours(), timezone: 'Europe/Berlin' } });
    expect(again.status).toBe(200);
    expect(await traces()).toEqual(before);
  });

  it('writes one audit row a field, and the display name under its own kind', async () => {
    await patch({ display_name: 'Ann', hitl_mode: 'all_outbound' });
    const { audits } = await traces();
    expect(audits).toEqual(['mailbox.created', 'mailbox.display_name.updated', 'mailbox.hitl_mode.updated']);
  });

  it('changes nothing when one of several fields is refused', async () => {
    const before = await traces();
    const refused = await patch({ hitl_mode: 'all_outbound', display_name: 'a@b' });
    expect([refused.status, refused.body.code]).toEqual([422, 'DISPLAY_NAME_INVALID']);
    expect((await read()).hitl_mode).toBe('disabled');
    expect(await traces()).toEqual(before);
  });

  it('is for admins, and refuses unknown fields before it looks for the mailbox', async () => {
    expect((await patch({}, desk.agent)).body.code).toBe('INSUFFICIENT_SCOPE');
    const unknown = await patch({ colour: 'red' }, desk.tenant.admin, '00000000-0000-7000-8000-000000000000');
    expect([unknown.status, unknown.body.code]).toEqual([400, 'VALIDATION_ERROR']);
    const missing = await patch(
      { hitl_mode: 'disabled' },
      desk.tenant.admin,
      '00000000-0000-7000-8000-000000000000',
    );
    expect(missing.status).toBe(404);
    const ignored = await patch({ confirm_open_human_sends: 'anything', force_empty: true });
    expect(ignored.status).toBe(200);
  });
});
