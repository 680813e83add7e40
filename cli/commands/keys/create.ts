import { KEY_ROLES } from '../../../shared/contract/values.ts';
import { choice, command, result, text, texts } from '../../command.ts';
import { UsageError } from '../../errors.ts';
import { given } from '../../given.ts';
import { assertTakesKey, replaceFlag, storeKey } from '../../home/store-key.ts';
import { mailboxIds } from '../../mailbox.ts';
import { type CreatedKey, createdKey } from '../../views/keys.ts';

export const keysCreate = command({
  name: ['keys', 'create'],
  summary: 'Create an API key; it is shown only once.',
  flags: {
    role: choice(
      '--role <ROLE>',
      'Role of the key. Default with --mailbox: agent; otherwise required.',
      KEY_ROLES,
    ),
    mailboxes: texts('-m, --mailbox <MAILBOX>', 'Bind an agent key to this mailbox. May be repeated.'),
    label: text('--label <TEXT>', 'Label that describes the key.'),
    save: text('--save-as <PROFILE>', 'Store the key in this profile, for use with --profile.'),
    force: replaceFlag,
  },
  arguments: {},
  examples: [
    {
      command: 'agentmail keys create --mailbox support --label bot',
      about: 'create a key for an agent in one mailbox',
    },
    {
      command: 'agentmail keys create -m support --save-as bot',
      about: 'store the key; then: agentmail inbox --profile bot',
    },
  ],
  endpoints: async () => {
    const [{ createApiKey }, { listMailboxes }] = await Promise.all([
      import('../../../shared/contract/keys.ts'),
      import('../../../shared/contract/mailboxes.ts'),
    ]);
    return { createApiKey, listMailboxes };
  },
  run: async (context, { role, mailboxes, label, save, force }, { createApiKey, listMailboxes }) => {
    const wanted = role ?? (mailboxes.length > 0 ? 'agent' : undefined);
    // An admin key has to be requested explicitly.
    if (wanted === undefined) {
      throw new UsageError(
        'A mailbox or role is required.',
        '--mailbox MAILBOX for an agent key, or --role admin',
      );
    }
    await assertTakesKey(context, save, force);
    const ids = mailboxes.length === 0 ? [] : await mailboxIds(context, mailboxes, listMailboxes);
    const client = await context.client();
    const created: CreatedKey = await client.call(createApiKey, {
      body: {
        role: wanted,
        ...given({ label }),
        ...(ids.length === 0 ? {} : { mailbox_ids: ids }),
      },
    });
    if (save === undefined) return result(created, createdKey);
    const [mailbox, ...others] = mailboxes;
    await storeKey(
      context,
      { profile: save, key: created.api_key },
      {
        ...given({ url: context.profile.url }),
        ...(mailbox === undefined || others.length > 0 ? {} : { mailbox }),
      },
    );
    return result({ ...created, saved_as: save }, createdKey);
  },
});
