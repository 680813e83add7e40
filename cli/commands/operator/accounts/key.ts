import { command, renamed, result, text } from '../../../command.ts';
import { given } from '../../../given.ts';
import { assertTakesKey, replaceFlag, storeKey } from '../../../home/store-key.ts';
import { accountWord, operatorMailboxesFlag } from '../../../operator-ids.ts';
import { createdKey } from '../../../views/keys.ts';

export const operatorAccountsKey = command({
  name: ['operator', 'accounts', 'key'],
  summary: 'Create an API key for an account.',
  flags: {
    mailboxes: renamed(operatorMailboxesFlag, { flags: '--mailbox-id <ID>' }),
    label: text('--label <TEXT>', 'Label of the key.'),
    save: text('--save-as <PROFILE>', 'Store the key in this profile, for use with --profile.'),
    force: replaceFlag,
  },
  arguments: { account: accountWord },
  examples: [
    { command: 'agentmail operator accounts key bob@example.com', about: 'create an admin key' },
    {
      command: 'agentmail operator accounts key owner@agentmail.localhost --save-as default',
      about: 'use this machine again after a restore from another one',
    },
  ],
  endpoints: async () => {
    const { operatorCreateApiKey } = await import('../../../../shared/contract/operator-accounts.ts');
    return { operatorCreateApiKey };
  },
  run: async (context, input, { operatorCreateApiKey }) => {
    await assertTakesKey(context, input.save, input.force);
    const client = await context.client();
    const body = {
      role: input.mailboxes.length > 0 ? ('agent' as const) : ('admin' as const),
      ...given({
        label: input.label,
        mailbox_ids: input.mailboxes.length > 0 ? [...input.mailboxes] : undefined,
      }),
    };
    const reply = await client.call(operatorCreateApiKey, { params: { id: input.account }, body });
    if (input.save === undefined) return result(reply, createdKey);
    const account = input.account.includes('@') ? { account: input.account } : {};
    await storeKey(context, { profile: input.save, key: reply.api_key }, account);
    return result({ ...reply, saved_as: input.save }, createdKey);
  },
});
