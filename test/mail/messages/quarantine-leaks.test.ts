import { describe, expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import { endpointsThatSay } from '../../support/every-get.ts';
import { MARKER, openHeldBack } from '../../support/held-back.ts';
import { setMailbox } from '../../support/service.ts';

/** Everything that an agent can GET, looked through for text of held mail. */

const desk = openHeldBack();
const { service } = desk;

/** Paths to the held mail. */
const leading = () => ({
  mailboxes: [desk.tenant.mailbox.id],
  messages: desk.held.map(({ id }) => id),
  threads: desk.held.flatMap(({ thread_id }) => thread_id ?? []),
  sender: 'eve@example.org',
});

const leaks = (key: string) => endpointsThatSay(service, key, { marker: MARKER, leading: leading() });

describe('held mail in a mailbox that shows agents metadata', () => {
  it('is of four states, and an admin reads all of it', async () => {
    expect(desk.held.map(({ state }) => state).toSorted()).toEqual([
      'blocked',
      'firewall_blocked',
      'quarantined',
      'scanning',
    ]);
    expect(await leaks(desk.tenant.admin)).toEqual([
      'attachments.preview',
      'messages.get',
      'messages.list',
      'messages.search',
      'messages.wait',
      'threads.get',
      'threads.list',
    ]);
  });

  it('says nothing of its sender in anything that an agent can GET', async () => {
    expect(await leaks(desk.agent)).toEqual([]);
  });

  it('shows by default all of it to agents, as the contract says', async () => {
    await setMailbox(service, desk.tenant, { agent_quarantine_access: 'full' });
    expect(await leaks(desk.agent)).toEqual(await leaks(desk.tenant.admin));
    await setMailbox(service, desk.tenant, { agent_quarantine_access: 'metadata' });
  });

  it('is not repeated in the subject of an answer that an agent writes', async () => {
    // Its header is that of a list.
    await setMailbox(service, desk.tenant, { automatic_replies: 'all' });
    const id = desk.heldIn('quarantined');
    for (const reply of [
      await service.call(desk.agent, api.reply, { id, body: 'Who are you?' }),
      await service.call(desk.agent, api.send, { thread_id: id, body: 'Who is this?' }),
    ]) {
      expect(reply.status).toBe(200);
      const sent = await service.call(desk.agent, api.getMessage, { id: reply.body.message_id });
      expect(sent.body.subject).toBe('Re:');
    }
    expect(await leaks(desk.agent)).toEqual([]);
  });
});
