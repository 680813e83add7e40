import { createTransport } from 'nodemailer';
import { expect, onTestFinished, test } from 'vitest';
import { MINUTE, SystemClock } from '../../../../daemon/platform/system/clock.ts';
import type { Random } from '../../../../daemon/platform/system/random.ts';
import * as api from '../../../support/api.ts';
import { INCOMING, mailOf, OUTGOING } from '../../../support/held-mail.ts';
import { openReview } from '../../../support/reviewer.ts';
import { pictureOf } from '../../../support/screen-picture.ts';
import {
  createAgent,
  createTenant,
  type Service,
  splitHostPort,
  startService,
} from '../../../support/service.ts';

/** Draws docs/review.svg, which the README shows, from a real queue. `npm run picture` writes it anew. */

// The picture shows a time of the day.
process.env.TZ = 'UTC';

const START = Date.parse('2026-11-21T09:00:00Z');
const COLUMNS = 112;
const ROWS = 34;

/** Ids and secrets that are the same in every run. */
function countingRandom(): Random {
  let count = 0;
  return {
    id: (time) => {
      count += 1;
      const stamp = time.toString(16).padStart(12, '0');
      const end = (count * 2_654_435_761).toString(16).padStart(12, '0').slice(-12);
      return `${stamp.slice(0, 8)}-${stamp.slice(8)}-7000-8000-${end}`;
    },
    bytes: (size) => Buffer.from(Array.from({ length: size }, (_, index) => (index * 7 + ++count) % 256)),
  };
}

async function heldQueue(clock: SystemClock) {
  const service = await startService({ clock, overrides: { random: countingRandom() } });
  await service.operator(api.updateSettings, { 'review.undo_seconds': 0 });
  const tenant = await createTenant(service, { mailbox: 'support' });
  const { id, address } = tenant.mailbox;
  const agent = await createAgent(service, tenant.admin, id);
  await service.call(tenant.admin, api.updateMailbox, { id, hitl_mode: 'all_outbound' });
  for (const letter of OUTGOING) {
    clock.moveTo(clock.now() + 7 * MINUTE);
    const sent = await service.call(agent, api.send, { from_mailbox: id, ...letter });
    expect(sent.body.code).toBeUndefined();
  }
  for (const mail of INCOMING) {
    clock.moveTo(clock.now() + 4 * MINUTE);
    await deliver(service, mailOf(mail, address, ''));
  }
  clock.moveTo(clock.now() + 2 * MINUTE);
  return { service, admin: tenant.admin };
}

async function deliver(service: Service, mail: ReturnType<typeof mailOf>): Promise<void> {
  const [host, port] = splitHostPort(service.daemon.runtime.smtp);
  const transport = createTransport({ host, port, secure: false, ignoreTLS: true });
  await transport.sendMail(mail).finally(() => transport.close());
  await service.drain();
}

test('the picture of the review screen is what the screen shows of a real queue', async () => {
  const clock = new SystemClock({ settable: true, frozenAt: START });
  const { service, admin } = await heldQueue(clock);
  const interrupted = new AbortController();
  const reviewer = openReview({
    home: service.home,
    env: { AGENTMAIL_KEY: admin, AGENTMAIL_URL: service.daemon.runtime.http },
    clock: {
      now: () => clock.now(),
      sleep: (_, signal) => new Promise((resolve) => signal?.addEventListener('abort', () => resolve())),
    },
    interrupted: interrupted.signal,
    columns: COLUMNS,
    rows: ROWS,
  });
  onTestFinished(async () => {
    interrupted.abort();
    await reviewer.ended;
  });
  await reviewer.sees('4 to approve, 4 in quarantine', 'live', '1 of 8', 'Dear Ms Keller');
  // The second draft of the contract is what the picture is about; two others are decided and selected
  // before.
  reviewer.press('a');
  await reviewer.sees('sent: Re: Shipment');
  reviewer.press('j', 'j', 'x', 'G', 'k');
  await reviewer.sees('contract-v2.pdf.exe', 'Hidden', '1 selected', '7 of 8', '3 marks');
  const picture = pictureOf(reviewer.screen(), 'The review queue of agentmail in a terminal');
  await expect(picture).toMatchFileSnapshot('../../../../docs/review.svg');
});
