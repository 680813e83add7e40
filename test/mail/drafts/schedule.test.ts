import { describe, expect, it } from 'vitest';
import { processOutbound } from '../../../daemon/mail/outbound/process.ts';
import * as api from '../../support/api.ts';
import { BLOCKED, openDraftDesk } from '../../support/drafts.ts';
import { codeOf, createMailbox } from '../../support/service.ts';
import { allowFiles, stage } from '../../support/uploads.ts';

const MINUTE = 60;
const HOUR = 3600;

const desk = openDraftDesk();
const { box, failures, update } = desk;

const inSeconds = (seconds: number) => new Date(desk.service.clock.now() + seconds * 1000).toISOString();
const advance = (seconds: number) => desk.service.operator(api.advanceClock, { seconds });
const to = () => `ann${desk.count}@example.org`;
const create = (sendAt: string | undefined, more: object = {}, key = desk.agent) =>
  desk.create({ to: to(), ...(sendAt !== undefined && { send_at: sendAt }), ...more }, key);
const get = async (id: string) => (await desk.get(id, desk.tenant.admin)).body;
const mails = () => desk.outboxTo(to());

/** Minutes from each refusal to the next attempt, until the schedule ends. */
async function waitsOf(id: string, expected: object): Promise<number[]> {
  const waits: number[] = [];
  for (let seen = await get(id); seen.send_at !== null; seen = await get(id)) {
    expect(seen).toMatchObject(expected);
    const next = Date.parse(seen.send_at);
    waits.push(Math.round((next - Date.parse(seen.last_dispatch_attempt_at ?? '')) / 60_000));
    await advance(Math.max(1, Math.ceil((next - desk.service.clock.now()) / 1000)));
  }
  return waits;
}

describe('the time of a schedule', () => {
  it('has a zone, lies in the future and within a year', async () => {
    const zoned = await create('2099-01-01T09:00');
    expect(codeOf(zoned)).toEqual([400, 'TIMEZONE_REQUIRED']);
    expect(codeOf(await create('2099-01-01'))).toEqual([400, 'TIMEZONE_REQUIRED']);
    const bad = [
      'tomorrow',
      '',
      '2027-02-30T09:00Z',
      '2027-01-01T25:00Z',
      '2027-01-01 09:00Z',
      inSeconds(0),
      inSeconds(-1),
      inSeconds(366 * 24 * HOUR),
    ];
    for (const text of bad) {
      expect([text, ...codeOf(await create(text))]).toEqual([text, 422, 'VALIDATION_ERROR']);
    }
    const far = inSeconds(365 * 24 * HOUR);
    expect((await create(far)).body).toMatchObject({ send_at: far, original_send_at: far });
  });

  it('is understood in its zone', async () => {
    const utc = inSeconds(48 * HOUR).slice(0, 16);
    const local = new Date(Date.parse(`${utc}Z`) + 2 * HOUR * 1000).toISOString().slice(0, 16);
    expect((await create(`${local}+02:00`)).body.send_at).toBe(`${utc}:00.000Z`);
  });

  it('is for drafts without files', async () => {
    await allowFiles(desk.service, desk.tenant);
    const file = (await stage(desk.service, desk.agent, desk.tenant)).body;
    const refusal = [422, 'ATTACHMENTS_REQUIRE_SYNC_SEND'];
    expect(codeOf(await create(inSeconds(HOUR), { attachment_ids: [file.id] }))).toEqual(refusal);
    const timed = (await create(inSeconds(HOUR))).body.id;
    expect(codeOf(await update(timed, { attachment_ids: [file.id] }))).toEqual(refusal);
    const filed = (await create(undefined, { attachment_ids: [file.id] })).body.id;
    expect(codeOf(await update(filed, { send_at: inSeconds(HOUR) }))).toEqual(refusal);
    const swapped = await update(filed, { send_at: inSeconds(HOUR), attachment_ids: null });
    expect(swapped.status).toBe(200);
  });
});

describe('a scheduled draft', () => {
  it('goes out by itself at its time, once, and not before', async () => {
    const at = inSeconds(HOUR);
    const { id } = (await create(at)).body;
    await advance(HOUR - MINUTE);
    expect(await mails()).toEqual([]);
    await advance(2 * MINUTE);
    const sent = await mails();
    expect(sent).toMatchObject([{ message_id: id }]);
    expect(Math.abs(Date.parse(sent[0]?.at ?? '') - Date.parse(at))).toBeLessThan(MINUTE * 1000);
    expect(await get(id)).toMatchObject({
      state: 'delivered',
      send_at: at,
      send_attempts: 1,
      last_dispatch_error_code: null,
    });
    await advance(24 * HOUR);
    expect(await mails()).toHaveLength(1);
  });

  it('goes at its new time when that is changed, and not at all when it is cleared, sent by hand or deleted', async () => {
    const moved = (await create(inSeconds(HOUR))).body.id;
    await update(moved, { send_at: inSeconds(3 * HOUR) });
    const cleared = (await create(inSeconds(HOUR))).body.id;
    expect((await update(cleared, { send_at: null })).body).toMatchObject({
      send_at: null,
      original_send_at: null,
    });
    const byHand = (await create(inSeconds(HOUR))).body.id;
    await desk.service.call(desk.agent, api.sendDraft, { id: byHand });
    expect((await get(byHand)).send_at).toBeNull();
    const deleted = (await create(inSeconds(HOUR))).body.id;
    await desk.service.call(desk.agent, api.deleteDraft, { id: deleted });
    await advance(2 * HOUR);
    expect((await mails()).map(({ message_id: id }) => id)).toEqual([byHand]);
    await advance(2 * HOUR);
    expect((await mails()).map(({ message_id: id }) => id).toSorted()).toEqual([byHand, moved].toSorted());
    expect(await get(cleared)).toMatchObject({ state: 'draft' });
    expect(await failures()).toEqual([]);
  });

  it('is held as what its scheduler sends would be: an agent is reviewed, a person is not', async () => {
    await box({ hitl_mode: 'all_outbound' });
    const byAgent = (await create(inSeconds(HOUR))).body.id;
    const byAdmin = (await create(inSeconds(HOUR), {}, desk.tenant.admin)).body.id;
    const edited = (await create(inSeconds(HOUR), {}, desk.tenant.admin)).body.id;
    await update(edited, { subject: 'Changed by the agent' });
    await advance(2 * HOUR);
    expect((await get(byAgent)).state).toBe('pending_review');
    expect((await get(byAdmin)).state).toBe('delivered');
    expect((await get(edited)).state).toBe('pending_review');
  });

  it('passes the policy of its time; a refusal ends the schedule, keeps the draft and is told and logged', async () => {
    const { id } = (await create(inSeconds(HOUR))).body;
    await box({ recipient_policy_mode: 'allowlist' });
    await advance(2 * HOUR);
    expect(await get(id)).toMatchObject({
      state: 'draft',
      send_at: null,
      original_send_at: expect.any(String),
      send_attempts: 1,
      last_dispatch_error_code: 'RECIPIENT_NOT_ON_ALLOWLIST',
      last_dispatch_attempt_at: expect.any(String),
    });
    expect(await failures()).toMatchObject([
      {
        trigger: 'schedule',
        reason_code: 'recipient_not_on_allowlist',
        error_code: 'RECIPIENT_NOT_ON_ALLOWLIST',
        draft_id: id,
        message_id: id,
        recipient: to(),
      },
    ]);
    const attempts = await desk.service.call(desk.tenant.admin, api.listBlockedSends, {
      mailboxId: desk.tenant.mailbox.id,
      aggregate: false,
    });
    expect(attempts.body.attempts).toMatchObject([
      { origin: 'draft_dispatch', draft_id: id, recipient: to(), actor_type: 'agent' },
    ]);
    await box({ recipient_policy_mode: 'blocklist' });
    const again = await update(id, { send_at: inSeconds(HOUR) });
    expect(again.body).toMatchObject({ send_attempts: 0, last_dispatch_error_code: null });
    await advance(2 * HOUR);
    expect((await get(id)).state).toBe('delivered');
  });

  it.each([
    ['revoked', 'API_KEY_REVOKED'],
    ['unbound', 'MAILBOX_ACCESS_DENIED'],
  ])('fails when the agent that set it is %s meanwhile', async (kind, code) => {
    const { id } = (await create(inSeconds(HOUR))).body;
    const { body } = await desk.service.call(desk.tenant.admin, api.listApiKeys);
    const key = body.keys.find(({ role }) => role === 'agent')?.id;
    if (kind === 'revoked') await desk.service.call(desk.tenant.admin, api.revokeApiKey, { id: key ?? '' });
    else {
      const other = await createMailbox(desk.service, desk.tenant.admin, 'other');
      await desk.service.call(desk.tenant.admin, api.updateApiKey, {
        id: key ?? '',
        mailbox_ids: [other.id],
      });
    }
    await advance(2 * HOUR);
    expect(await get(id)).toMatchObject({ state: 'draft', send_at: null, last_dispatch_error_code: code });
    expect(await failures()).toMatchObject([{ reason_code: 'dispatch_refused', error_code: code }]);
    expect(await mails()).toEqual([]);
  });

  it('whose content is blocked at its time stays a draft, uncharged', async () => {
    const { id } = (await create(inSeconds(HOUR), { body: BLOCKED })).body;
    await advance(2 * HOUR);
    expect(await get(id)).toMatchObject({
      state: 'draft',
      send_at: null,
      last_dispatch_error_code: 'DRAFT_REJECTED_BY_RESCAN',
    });
    expect(await failures()).toMatchObject([
      { trigger: 'schedule', reason_code: 'rejected_by_rescan', draft_id: id },
    ]);
    expect(await desk.quota()).toBe(0);
  });

  it('whose time comes while a send by hand is scanned is looked at when that scan blocks it', async () => {
    const { id } = (await create(inSeconds(HOUR), { body: BLOCKED })).body;
    const { context } = desk.service.daemon;
    // As it is while the scan of a send runs, or when the daemon ended in it.
    await context.store.write({ account: desk.tenant.accountId }, async (transaction) => {
      const { db, worker } = transaction;
      const messages = db.updateTable('messages').set({ state: 'scanning', worker });
      await messages.where('id', '=', id).execute();
      const drafts = db.updateTable('drafts').set({ trigger: 'sync' });
      await drafts.where('message_id', '=', id).execute();
    });
    await advance(2 * HOUR);
    expect(await get(id)).toMatchObject({ state: 'scanning', last_dispatch_error_code: null });
    await processOutbound(context, id);
    await advance(1);
    expect(await get(id)).toMatchObject({
      state: 'draft',
      send_at: null,
      send_attempts: 1,
      last_dispatch_error_code: 'DRAFT_REJECTED_BY_RESCAN',
    });
    expect(await failures()).toMatchObject([{ trigger: 'schedule', reason_code: 'rejected_by_rescan' }]);
  });

  it('is tried again when the refusal says, five times in all', async () => {
    const at = inSeconds(HOUR);
    const { id } = (await create(at)).body;
    await desk.service.operator(api.operatorUpdateAccount, {
      id: desk.tenant.accountId,
      platform_domain: { health: 'unhealthy' },
    });
    await advance(HOUR);
    const refused = await desk.service.call(desk.tenant.admin, api.sendDraft, { id });
    const said = Number(refused.body.details?.retry_after);
    expect(await waitsOf(id, { original_send_at: at, last_dispatch_error_code: 'DOMAIN_UNHEALTHY' })).toEqual(
      Array.from({ length: 4 }, () => said / MINUTE),
    );
    expect(await get(id)).toMatchObject({ state: 'draft', send_at: null, send_attempts: 5 });
    expect(await failures()).toMatchObject([
      { trigger: 'schedule', reason_code: 'attempts_exhausted', error_code: 'DOMAIN_UNHEALTHY' },
    ]);
  });

  it('is tried again after 1, 5, 15 and 60 minutes where nothing says when', async () => {
    const { id } = (await create(inSeconds(HOUR))).body;
    // A window that never opens.
    const window = {
      timezone: 'UTC',
      days: [],
      start: '09:00',
      end: '17:00',
      outside_action: 'block' as const,
    };
    await box({ send_window: window });
    await advance(HOUR);
    expect(await waitsOf(id, { last_dispatch_error_code: 'SEND_WINDOW_CLOSED' })).toEqual([1, 5, 15, 60]);
    expect(await failures()).toMatchObject([{ reason_code: 'attempts_exhausted' }]);
  });

  it('waits for a closed window to open', async () => {
    const day = new Date(desk.service.clock.now());
    const names = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;
    const opening = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate() + 2, 9));
    const window = {
      timezone: 'UTC',
      days: [names[opening.getUTCDay()] ?? 'sun'],
      start: '09:00',
      end: '17:00',
      outside_action: 'block' as const,
    };
    await box({ send_window: window });
    const { id } = (await create(inSeconds(5 * MINUTE))).body;
    await advance(6 * MINUTE);
    expect(await get(id)).toMatchObject({
      send_at: opening.toISOString(),
      last_dispatch_error_code: 'SEND_WINDOW_CLOSED',
      send_attempts: 1,
    });
    await advance(3 * 24 * HOUR);
    expect((await get(id)).state).toBe('delivered');
  });

  it('waits for the day on which there is budget', async () => {
    // Noon, so that the day does not end meanwhile.
    const today = new Date(desk.service.clock.now()).setUTCHours(0, 0, 0, 0);
    await advance(Math.ceil((today + 36 * HOUR * 1000 - desk.service.clock.now()) / 1000));
    await desk.service.call(desk.tenant.admin, api.updateAccountPolicy, { custom_daily_send_limit: 1 });
    const only = {
      from_mailbox: desk.tenant.mailbox.id,
      to: to(),
      subject: 's',
      body: 'The only one today.',
    };
    await desk.service.call(desk.tenant.admin, api.send, only);
    const { id } = (await create(inSeconds(MINUTE))).body;
    await advance(2 * MINUTE);
    expect(await get(id)).toMatchObject({
      state: 'draft',
      last_dispatch_error_code: 'RATE_LIMITED',
      send_at: new Date(today + 48 * HOUR * 1000).toISOString(),
    });
    await advance(13 * HOUR);
    expect((await get(id)).state).toBe('delivered');
  });

  it('of a deleted account or mailbox does not go out', async () => {
    const { id } = (await create(inSeconds(HOUR))).body;
    await desk.service.call(desk.tenant.admin, api.deleteMailbox, { id: desk.tenant.mailbox.id });
    const cancelled = { state: 'draft', send_at: null, last_dispatch_error_code: null };
    expect(await get(id)).toMatchObject(cancelled);
    await advance(2 * HOUR);
    expect(await mails()).toEqual([]);
    expect(await get(id)).toMatchObject(cancelled);
    await desk.service.call(desk.tenant.admin, api.deleteAccount);
    await advance(HOUR);
    expect(await mails()).toEqual([]);
  });
});
