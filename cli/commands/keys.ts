import { KEY_ROLES } from '../../shared/contract/values.ts';
import { type Command, command, result } from '../command.ts';
import { UsageError } from '../errors.ts';
import { confirm, yesFlag } from '../input/asking/confirm.ts';
import { challengeFlag } from '../input/asking/prove.ts';
import { assertTakesKey, replaceFlag, storeKey } from '../input/asking/store-key.ts';
import { keyWord } from '../input/lookups/known-ids.ts';
import { mailboxIds, mailboxLookup } from '../input/lookups/mailbox.ts';
import { choice, flag, text, texts } from '../input/options/kinds.ts';
import { boundKey, createdKey, keyList, keyView, revokedKey, rotatedKey } from '../output/views/keys.ts';
import { tellOpenMailboxes } from './keys/open-mailboxes.ts';

const openFlag = flag('--open', 'Accept that agents of the mailbox write to anyone, unreviewed.');

export const keys: readonly Command[] = [
  command({
    name: ['keys', 'list'],
    summary: 'List the API keys of the account, without their secrets.',
    flags: { revoked: flag('--include-revoked', 'Include revoked keys.') },
    examples: [{ command: 'agentmail keys list', about: 'show each key and when it was last used' }],
    endpoint: async () => (await import('../../shared/contract/keys.ts')).listApiKeys,
    request: ({ revoked }) => ({ query: revoked ? { include_revoked: true } : {} }),
    view: keyList,
  }),
  command({
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
      open: openFlag,
      force: replaceFlag,
    },
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
        import('../../shared/contract/keys.ts'),
        import('../../shared/contract/mailboxes.ts'),
      ]);
      return { createApiKey, listMailboxes };
    },
    run: async (context, { role, mailboxes, label, save, force, open }) => {
      const wanted = role ?? (mailboxes.length > 0 ? 'agent' : undefined);
      // An admin key has to be requested explicitly.
      if (wanted === undefined) {
        throw new UsageError(
          'A mailbox or role is required.',
          '--mailbox MAILBOX for an agent key, or --role admin',
        );
      }
      await assertTakesKey(context, save, force);
      const { createKey } = await import('./keys/create.ts');
      return result(await createKey(context, { role: wanted, mailboxes, label, save, open }), createdKey);
    },
  }),
  command({
    name: ['keys', 'bind'],
    summary: 'Replace the mailboxes of an agent key.',
    flags: {
      mailboxes: {
        ...texts('-m, --mailbox <MAILBOX>', 'Mailbox name or ID. Required at least once; may be repeated.'),
        ...mailboxLookup,
      },
      open: openFlag,
    },
    arguments: { key: keyWord },
    examples: [
      {
        command: 'agentmail keys bind 1f0a4c11 -m support -m sales',
        about: 'allow these two mailboxes and no others',
      },
    ],
    endpoint: async () => (await import('../../shared/contract/keys.ts')).updateApiKey,
    request: async ({ key, mailboxes, open }, context) => {
      if (mailboxes.length === 0) throw new UsageError('At least one --mailbox is required.');
      const ids = await mailboxIds(context, mailboxes);
      await tellOpenMailboxes(context, ids, open);
      return { params: { id: key }, body: { mailbox_ids: ids } };
    },
    view: boundKey,
  }),
  command({
    name: ['keys', 'rotate'],
    summary: 'Create a new admin key and revoke the calling one.',
    description:
      'The new key replaces the one in the profile. If the key came from AGENTMAIL_KEY, the new key is printed instead.',
    examples: [{ command: 'agentmail keys rotate', about: 'rotate the key of this profile' }],
    endpoints: async () => {
      const { rotateApiKey } = await import('../../shared/contract/keys.ts');
      return { rotateApiKey };
    },
    run: async (context, _input, { rotateApiKey }) => {
      const client = await context.client();
      const rotated = await client.call(rotateApiKey, {});
      if (context.world.env.AGENTMAIL_KEY) return result(rotated, rotatedKey);
      await storeKey(context, { profile: context.profileName, key: rotated.api_key });
      return result({ ...rotated, saved_as: context.profileName }, rotatedKey);
    },
  }),
  command({
    name: ['keys', 'trust'],
    summary: 'Let a key see which senders may instruct it.',
    flags: { challenge: challengeFlag },
    arguments: { key: keyWord },
    examples: [{ command: 'agentmail keys trust 1f0a4c11', about: 're-authenticate, then allow it' }],
    endpoint: async () => (await import('../../shared/contract/keys.ts')).setKeyInstructionTrust,
    request: ({ key }) => ({ params: { id: key }, body: { enabled: true } }),
    proof: {
      scope: 'key_instruction_trust_enable',
      values: ({ params, body }) => ({ ...body, key_id: params?.id }),
    },
    view: keyView,
  }),
  command({
    name: ['keys', 'distrust'],
    summary: 'Stop letting a key see which senders may instruct it.',
    description: 'Only a signed-in person can undo this.',
    arguments: { key: keyWord },
    examples: [
      {
        command: 'agentmail keys distrust 1f0a4c11',
        about: 'takes effect on its next request',
      },
    ],
    endpoint: async () => (await import('../../shared/contract/keys.ts')).setKeyInstructionTrust,
    request: ({ key }) => ({
      params: { id: key },
      body: { enabled: false },
    }),
    view: keyView,
  }),
  command({
    name: ['keys', 'revoke'],
    summary: 'Revoke an API key; its next request is refused.',
    flags: { yes: yesFlag },
    arguments: { key: keyWord },
    examples: [{ command: 'agentmail keys revoke 1f0a4c11', about: 'revoke only this key' }],
    endpoint: async () => (await import('../../shared/contract/keys.ts')).revokeApiKey,
    request: async ({ key, yes }, context) => {
      await confirm(
        context,
        yes,
        () => `Revoke the key ${key}? Everything that uses it stops working immediately.`,
      );
      return { params: { id: key } };
    },
    view: revokedKey,
  }),
];
