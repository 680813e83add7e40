import { expect, test } from 'vitest';
import * as api from '../../support/api.ts';
import { agentmail } from '../../support/cli.ts';
import { setMailbox } from '../../support/service.ts';
import { sharedTenantCli } from '../../support/tenant-cli.ts';

const { service, made } = sharedTenantCli();

test('a flag whose name begins with no- is on when it is given: mailboxes update --no-copies', async () => {
  await setMailbox(service, made.tenant, { copy_to: 'owner@example.com' });
  const ran = await agentmail(['mailboxes', 'update', '--no-copies'], made.options);
  expect(ran.exit).toBe(0);
  const { id } = made.tenant.mailbox;
  expect((await service.call(made.tenant.admin, api.getMailbox, { id })).body.copy_to).toBeNull();
});
