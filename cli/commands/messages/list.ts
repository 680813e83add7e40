import { DIRECTIONS, MESSAGE_STATES } from '../../../shared/contract/values.ts';
import { choice, command, flag } from '../../command.ts';
import { given } from '../../given.ts';
import { listingFlags, listPage, loadListing, pageResult } from '../../listing.ts';
import { mailboxWord } from '../../mailbox.ts';
import { messageList } from '../../views/messages.ts';

export const messagesList = command({
  name: ['messages', 'list'],
  summary: 'List messages of a mailbox in both directions, newest first.',
  flags: {
    ...listingFlags,
    direction: choice('--direction <DIRECTION>', 'Only this direction.', DIRECTIONS),
    state: choice(
      '--state <STATE>',
      'Only this state; what waits for review (pending_review) is shown only so.',
      MESSAGE_STATES,
    ),
    firewall: flag('--include-firewall-blocked', 'Also what the sender policy kept out.'),
    verbose: flag('--verbose', 'Also scan findings that changed nothing (in JSON).'),
  },
  arguments: { word: mailboxWord },
  examples: [
    { command: 'agentmail messages list --state pending_review', about: 'what waits for a decision' },
  ],
  endpoints: loadListing,
  run: async (context, input, endpoints) => {
    const { direction, state, firewall, verbose } = input;
    const added = {
      ...given({ direction, status: state }),
      ...(firewall ? { include_firewall_blocked: true as const } : {}),
      ...(verbose ? { view: 'verbose' as const } : {}),
    };
    return pageResult(await listPage(context, input, added, endpoints), input, messageList);
  },
});
