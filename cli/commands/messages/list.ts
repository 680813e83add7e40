import { oneOf } from '../../choices.ts';
import { choice, command, flag, text } from '../../command.ts';
import { given } from '../../given.ts';
import { listingFlags, listPage, loadListing, pageResult } from '../../listing.ts';
import { messageList } from '../../views/messages.ts';

export const messagesList = command({
  name: ['messages', 'list'],
  summary: 'List messages of a mailbox in both directions, newest first.',
  flags: {
    ...listingFlags,
    direction: choice('--direction <DIRECTION>', 'Only this direction.', ['inbound', 'outbound']),
    state: text(
      '--state <STATE>',
      'Only this state, as blocked; what waits for review (pending_review) is shown only so.',
    ),
    firewall: flag('--include-firewall-blocked', 'Also what the sender policy kept out.'),
    verbose: flag('--verbose', 'Also scan findings that changed nothing (in JSON).'),
  },
  arguments: {},
  examples: [
    { command: 'agentmail messages list --state pending_review', about: 'what waits for a decision' },
  ],
  endpoints: loadListing,
  run: async (context, input, endpoints) => {
    const { direction, state, firewall, verbose } = input;
    const { messageState } = await import('../../../shared/contract/messages.ts');
    const added = {
      ...given({ direction }),
      ...(state === undefined ? {} : { status: oneOf(messageState, '--state', state) }),
      ...(firewall ? { include_firewall_blocked: true as const } : {}),
      ...(verbose ? { view: 'verbose' as const } : {}),
    };
    return pageResult(await listPage(context, input, added, endpoints), input, messageList);
  },
});
