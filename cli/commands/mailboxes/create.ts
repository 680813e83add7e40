import { command, flag, result, text, word } from '../../command.ts';
import { assertExclusive } from '../../exclusive.ts';
import { given } from '../../given.ts';
import { languagePolicy, switchFlags } from '../../mailbox-switches.ts';
import { createdMailbox, guardedMailbox } from '../../views/mailboxes.ts';

export const mailboxesCreate = command({
  name: ['mailboxes', 'create'],
  summary: 'Create a mailbox with its own address.',
  description:
    '--guarded creates a mailbox that is safe for an agent from the start: a person approves\n' +
    'everything that agents send, agents write only to its allowlist (agentmail allowlist add), only\n' +
    "authenticated senders become participants, and agents can't read the text of held messages.",
  flags: {
    displayName: text('--display-name <TEXT>', 'Sender name that recipients see. Default: the mailbox name.'),
    domain: text('--domain <DOMAIN>', 'Your own domain, by name or ID.'),
    folder: text('--folder <FOLDER>', 'IMAP folder to read, on a self-hosted domain.'),
    guarded: flag('--guarded', 'Apply policies that are safe for an agent.'),
    ...switchFlags,
  },
  arguments: { name: word('NAME', "Local part of the address. It can't change later.") },
  examples: [
    {
      command: 'agentmail mailboxes create support --display-name "Acme Support"',
      about: 'set the sender name',
    },
    { command: 'agentmail mailboxes create helper --guarded', about: 'create a safe mailbox for an agent' },
    { command: 'agentmail mailboxes create team --languages all', about: 'accept mail in any language' },
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
