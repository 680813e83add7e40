import { command, result, text, word } from '../../command.ts';
import { given } from '../../given.ts';
import { createdMailbox } from '../../views/mailboxes.ts';

export const mailboxesCreate = command({
  name: ['mailboxes', 'create'],
  summary: 'Make a mailbox with an address of its own.',
  flags: {
    displayName: text('--display-name <TEXT>', 'What recipients see as the sender. Default: the name.'),
    domain: text('--domain <DOMAIN>', 'A domain of your own, by name or id.'),
    folder: text('--folder <FOLDER>', 'The mail folder that it reads, at a self-hosted domain.'),
  },
  arguments: { name: word('NAME', 'Local part of the address; it never changes.') },
  examples: [
    {
      command: 'agentmail mailboxes create support --display-name "Acme Support"',
      about: 'with a name for people',
    },
  ],
  endpoints: async () => {
    const [{ createMailbox }, { listDomains }] = await Promise.all([
      import('../../../shared/contract/mailboxes.ts'),
      import('../../../shared/contract/domains.ts'),
    ]);
    return { createMailbox, listDomains };
  },
  run: async (context, { name, displayName, domain, folder }, { createMailbox }) => {
    const client = await context.client();
    const body = {
      name,
      ...given({
        display_name: displayName,
        domain_id: domain && (await (await import('../../domain.ts')).domainId(context, domain)),
        self_hosted_imap_folder: folder,
      }),
    };
    return result(await client.call(createMailbox, { body }), createdMailbox);
  },
});
