import { KEY_ROLES } from '../../../shared/contract/values.ts';
import { choice, command, result, text, texts } from '../../command.ts';
import { UsageError } from '../../errors.ts';
import { given } from '../../given.ts';
import { assertTakesKey, replaceFlag, storeKey } from '../../home/store-key.ts';
import { mailboxIds } from '../../mailbox.ts';
import { type CreatedKey, createdKey } from '../../views/keys.ts';

export const keysCreate = command({
  name: ['keys', 'create'],
  summary: 'Make an API key; its secret is shown once.',
  flags: {
    role: choice(
      '--role <ROLE>',
      'What it may do. Default: agent when mailboxes are named; else it has to be said.',
      KEY_ROLES,
    ),
    mailboxes: texts('-m, --mailbox <MAILBOX>', 'Bind an agent key to this mailbox; may be repeated.'),
    label: text('--label <TEXT>', 'What it is for.'),
    save: text('--save-as <PROFILE>', 'Keep it in this profile, to be used with --profile.'),
    force: replaceFlag,
  },
  arguments: {},
  examples: [
    {
      command: 'agentmail keys create --mailbox support --label bot',
      about: 'for an agent that works in one mailbox',
    },
    {
      command: 'agentmail keys create -m support --save-as bot',
      about: 'then: agentmail inbox --profile bot',
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
      throw new UsageError('Say what the key may do.', '--mailbox MAILBOX, or --role admin for everything');
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
    await storeKey(context, save, created.api_key, {
      ...given({ url: context.profile.url }),
      ...(mailbox === undefined || others.length > 0 ? {} : { mailbox }),
    });
    return result({ ...created, saved_as: save }, createdKey);
  },
});
