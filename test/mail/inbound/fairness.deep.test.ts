import { expect, it } from 'vitest';
import * as api from '../../support/api.ts';
import { createMailbox, createTenant, startService } from '../../support/service.ts';

const MB = 1_000_000;
const PARAGRAPH = '<p>Dear all, the <b>minutes</b> of the meeting are below, with the usual figures.</p>\r\n';

/** A message whose HTML takes a second or more to scan. */
function largeMessage(bytes: number): string {
  const header = 'From: ann@there.example\r\nSubject: Minutes\r\nContent-Type: text/html\r\n\r\n';
  return header + PARAGRAPH.repeat(bytes / PARAGRAPH.length);
}

it('an ordinary letter is readable before large messages to another mailbox are', async () => {
  // A time limit of its own makes the daemon start threads of its own.
  const service = await startService({ config: { scanTimeout: 120_000 } });
  const { admin, mailbox } = await createTenant(service);
  const other = await createMailbox(service, admin, 'other');
  const raw = largeMessage(4 * MB);
  for (let index = 0; index < 6; index++) {
    await service.deliver({ from: 'ann@there.example', to: mailbox.address, raw });
  }
  await service.deliver({ from: 'bob@elsewhere.example', to: other.address, subject: 'Hi', text: 'Hello.' });
  const arrival = () => service.call(admin, api.waitForMessage, { id: other.id });
  let message = (await arrival()).body.message;
  while (message === null) message = (await arrival()).body.message;
  expect(message).toMatchObject({ subject: 'Hi' });
  const unread = await service.daemon.context.store.read
    .selectFrom('messages')
    .select('id')
    .where('mailbox_id', '=', mailbox.id)
    .where('state', 'in', ['received', 'scanning'])
    .execute();
  expect(unread.length).toBeGreaterThan(2);
});
