import { expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import { killDaemon, startDaemon } from '../../support/crashing-daemon.ts';
import { scriptedMailServer } from '../../support/scripted-mail-server.ts';
import { startService } from '../../support/service.ts';

/** A daemon that is killed while it sends what a person edited. */

it('has replaced the original, sent the edited message once at most, and says that nobody knows', async () => {
  let arrived: () => void = () => undefined;
  const atRelay = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const relay = await scriptedMailServer(async (peer) => {
    await peer.until('BODY');
    await peer.message();
    arrived();
    await peer.line();
  });
  const first = await startDaemon();
  await first.call(first.operatorToken, api.updateSettings, { 'deliverability.dns': 'off' });
  await killDaemon(first);
  const flags = ['--relay', `smtp://127.0.0.1:${relay.port}`];
  const daemon = await startDaemon({ home: first.home, flags });
  await daemon.call(daemon.admin, api.updateMailbox, { id: daemon.mailbox, hitl_mode: 'all_outbound' });
  const made = await daemon.call(daemon.admin, api.createApiKey, {
    role: 'agent',
    mailbox_ids: [daemon.mailbox],
  });
  const { api_key: agent } = made.body as unknown as { api_key: string };
  const held = await daemon.send(agent, 'one', 'bob@there.example');
  const id = held?.body.message_id ?? '';
  const editing = daemon.call(daemon.admin, api.editMessage, { id, subject: 'Edited' }).catch(() => null);
  await atRelay;
  await killDaemon(daemon);
  expect(await editing).toBeNull();

  const later = await startService({ home: daemon.home });
  await later.drain();
  const original = (await later.call(daemon.admin, api.getMessage, { id })).body;
  expect(original).toMatchObject({ state: 'blocked', review: { resolution: 'edited' } });
  const edited = await later.call(daemon.admin, api.getMessage, { id: original.review?.edited_to ?? '' });
  expect(edited.body).toMatchObject({ state: 'available', edited_from: id });
  const probe = await later.call(
    {
      key: agent,
      headers: {
        'idempotency-key': 'one',
      },
    },
    api.probeIdempotency,
  );
  expect(probe.body.replacement?.effect_status).toBe('indeterminate');
  const again = await later.call(daemon.admin, api.editMessage, { id, subject: 'Again' });
  expect([again.status, again.body.details]).toEqual([409, { state: 'blocked' }]);
  expect(relay.peers).toHaveLength(1);
});
