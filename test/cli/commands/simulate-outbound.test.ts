import { describe, expect, test } from 'vitest';
import { OUTBOUND_SCENARIOS } from '../../../shared/simulator-addresses.ts';
import * as api from '../../support/api.ts';
import { agentmail } from '../../support/cli.ts';
import { createTenant } from '../../support/service.ts';
import { sharedTenantCli } from '../../support/tenant-cli.ts';

const { service, made } = sharedTenantCli();
const simulate = (...words: readonly string[]) => agentmail(['simulate', 'outbound', ...words], made.options);

const STATES: Readonly<Record<string, string>> = {
  delivered: 'delivered',
  bounced: 'bounced',
  complained: 'delivered',
  suppressed: 'bounced',
};

describe('simulate outbound', () => {
  test.each(OUTBOUND_SCENARIOS)('sends a message with the outcome %s', async (scenario) => {
    const ran = await simulate(scenario, '--label', 'run7');
    expect([ran.exit, ran.stderr]).toEqual([0, '']);
    await service.operator(api.advanceClock, { seconds: 3 });
    const { message_id: id } = ran.json<{ message_id: string }>();
    const shown = await agentmail(['messages', 'show', id], made.options);
    expect(shown.json()).toMatchObject({
      recipient: `${scenario}+run7@simulator.agentmail.localhost`,
      state: STATES[scenario],
    });
  });

  test('sends once for an idempotency key', async () => {
    const [first, again] = [
      await simulate('bounced', '--idempotency-key', 'once'),
      await simulate('bounced', '--idempotency-key', 'once'),
    ].map((ran) => ran.json<{ message_id: string; replayed?: boolean }>());
    expect(again).toMatchObject({ message_id: first?.message_id, replayed: true });
  });

  test('needs a mailbox whose address tells the platform domain', async () => {
    const other = await createTenant(service, { email: 'other@example.com', mailbox: 'other' });
    await service.call(other.admin, api.deleteMailbox, { id: other.mailbox.id });
    const ran = await agentmail(['simulate', 'outbound', 'bounced', '-m', 'gone'], {
      ...made.options,
      env: { ...made.options.env, AGENTMAIL_KEY: other.admin },
    });
    expect([ran.exit, ran.error().hint]).toEqual([2, expect.stringContaining('SCENARIO@simulator.DOMAIN')]);
  });

  test('refuses an unknown scenario before it sends', async () => {
    const ran = await simulate('lost');
    expect(ran.exit).toBe(2);
    expect(ran.error().error).toContain('delivered, bounced, complained, suppressed');
  });
});
