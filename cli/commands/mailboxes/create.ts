import { command, flag, result, text, word } from '../../command.ts';
import { assertExclusive } from '../../exclusive.ts';
import { given } from '../../given.ts';
import { languagePolicy, switchFlags } from '../../mailbox-switches.ts';
import { createdMailbox, guardedMailbox } from '../../views/mailboxes.ts';

export const mailboxesCreate = command({
  name: ['mailboxes', 'create'],
  summary: 'Make a mailbox with an address of its own.',
  description:
    '--guarded makes a mailbox that is safe for an agent from the start: a person approves everything that agents send,\n' +
    'mail goes only to its allowlist (agentmail allowlist add), only authenticated senders count as participants, and\n' +
    'agents cannot read the text of held mail.',
  flags: {
    displayName: text('--display-name <TEXT>', 'What recipients see as the sender. Default: the name.'),
    domain: text('--domain <DOMAIN>', 'A domain of your own, by name or id.'),
    folder: text('--folder <FOLDER>', 'The mail folder that it reads, at a self-hosted domain.'),
    guarded: flag('--guarded', 'Apply policies that are safe for an agent.'),
    ...switchFlags,
  },
  arguments: { name: word('NAME', 'Local part of the address; it never changes.') },
  examples: [
    {
      command: 'agentmail mailboxes create support --display-name "Acme Support"',
      about: 'with a name for people',
    },
    { command: 'agentmail mailboxes create helper --guarded', about: 'for an agent' },
    { command: 'agentmail mailboxes create team --languages all', about: 'for mail in any language' },
  ],
  endpoints: async () => {
    const [{ createMailbox }, { listDomains }] = await Promise.all([
      import('../../../shared/contract/mailboxes.ts'),
      import('../../../shared/contract/domains.ts'),
    ]);
    return { createMailbox, listDomains };
  },
  run: async (context, input, { createMailbox }) => {
    const { name, displayName, domain, folder, guarded, participants, agentQuarantine, languages } = input;
    assertExclusive({ '--guarded': guarded, '--participants': participants !== undefined });
    assertExclusive({ '--guarded': guarded, '--agent-quarantine': agentQuarantine !== undefined });
    const client = await context.client();
    const body = {
      name,
      ...given({
        display_name: displayName,
        domain_id: domain && (await (await import('../../domain.ts')).domainId(context, domain)),
        self_hosted_imap_folder: folder,
        preset: guarded ? ('guarded' as const) : undefined,
        participant_authentication: participants,
        agent_quarantine_access: agentQuarantine,
        scanner_policy: languages && languagePolicy(languages),
      }),
    };
    return result(await client.call(createMailbox, { body }), guarded ? guardedMailbox : createdMailbox);
  },
});
