import { describe, expect, it } from 'vitest';
import { DISPATCH_RETRY } from '../../../daemon/mail/outbound/retry-schedule.ts';
import * as api from '../../support/api.ts';
import { Drips } from '../../support/drips.ts';
import { needsSqlite } from '../../support/needs.ts';
import { relaying } from '../../support/relaying.ts';
import type { Peer } from '../../support/scripted-mail-server.ts';
import { startService } from '../../support/service.ts';

/** Sends to a relay that drips, and stops the daemon meanwhile. Returns the message in the next run. */
async function stoppedWhile(script: (peer: Peer, drips: Drips) => Promise<void>) {
  const drips = new Drips();
  const { relay, service, tenant } = await relaying((peer) => script(peer, drips));
  const { admin, mailbox } = tenant;
  const sending = service.call(admin, api.send, {
    from_mailbox: mailbox.id,
    to: 'bob@there.example',
    subject: 'Hi',
    body: 'Hi',
  });
  sending.catch(() => undefined);
  await drips.begun;
  const stopping = service.daemon.stop();
  expect(await drips.secondsOf(stopping, service.clock)).toBeLessThan(60);
  await relay.stop();
  const next = await startService({ home: service.home });
  const { messages } = await next.must(admin, api.listMessages, { id: mailbox.id });
  const jobs = await next.daemon.context.store.read
    .selectFrom('jobs')
    .selectAll()
    .where('kind', '=', DISPATCH_RETRY)
    .execute();
  return { heard: relay.peers.map(({ heard }) => heard).join(''), jobs, messages };
}

// The scripted clock runs on while a database server answers, so its seconds mean nothing there.
describe('a daemon that stops while a mail server drips', needsSqlite, () => {
  it('defers a message that the server has not got completely', async () => {
    const { heard, jobs, messages } = await stoppedWhile(async (peer, drips) => {
      await peer.until('MAIL');
      drips.drip(peer.socket, '250-x\r\n');
    });
    expect(heard).not.toContain('\r\n.\r\n');
    expect([messages, jobs]).toMatchObject([[{ state: 'quarantined' }], [{ attempts: 0 }]]);
  });

  it('reports a message that the server may have as of unknown outcome, and never sends it again', async () => {
    const { jobs, messages } = await stoppedWhile(async (peer, drips) => {
      await peer.until('BODY');
      await peer.message();
      drips.drip(peer.socket, '250-x\r\n');
    });
    expect([messages, jobs]).toMatchObject([[{ state: 'available' }], []]);
  });
});
