import { DIRECTIONS, MESSAGE_STATES } from '../../../shared/contract/values.ts';
import { choice, command, flag } from '../../command.ts';
import { given } from '../../given.ts';
import { listingFlags, listPage, loadListing, pageResult } from '../../listing.ts';
import { mailboxWord } from '../../mailbox.ts';
import { messageList } from '../../views/messages.ts';

export const messagesList = command({
  name: ['messages', 'list'],
  summary: "List a mailbox's messages in both directions, newest first.",
  flags: {
    ...listingFlags,
    direction: choice('--direction <DIRECTION>', 'Only messages in this direction.', DIRECTIONS),
    state: choice(
      '--state <STATE>',
      'Only messages in this state. pending_review messages appear only with this flag.',
      MESSAGE_STATES,
    ),
    firewall: flag('--include-firewall-blocked', 'Include messages that the sender policy blocked.'),
    verbose: flag('--verbose', 'Include scan findings that changed nothing (JSON only).'),
  },
  arguments: { word: mailboxWord },
  examples: [
    {
      command: 'agentmail messages list --state pending_review',
      about: 'list the messages that wait for a decision',
    },
  ],
  endpoints: loadListing,
  run: async (context, input, endpoints) => {
    const { direction, state, firewall, verbose } = input;
    const added = {
      ...given({ direction, status: state }),
      ...(firewall ? { include_firewall_blocked: true as const } : {}),
      ...(verbose ? { view: 'verbose' as const } : {}),
    };
    return pageResult(await listPage(context, { input, fixed: added }, endpoints), input, messageList);
  },
});
