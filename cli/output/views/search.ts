import type { FoundMessage, SearchMatch } from '../../../shared/contract/search.ts';
import { otherParty } from '../../../shared/named-address.ts';
import { type Block, line, moment, quiet, strong, type View } from './document.ts';
import { listedSubject } from './messages.ts';
import { shortId } from './short-ids.ts';

/** Excerpts of a message that are shown. */
const MOST_EXCERPTS = 2;

interface FoundMessages {
  readonly messages: readonly FoundMessage[];
  readonly next_cursor: string | null;
}

/** Messages with what was found in each, the best first. */
export const foundMessages: View<FoundMessages> = ({ messages, next_cursor: next }) => [
  ...(messages.length === 0 ? [line(quiet('Nothing found.'))] : messages.flatMap(foundMessage)),
  ...(next === null ? [] : [line(quiet(`More: --cursor ${next}`))]),
];

function foundMessage(message: FoundMessage): Block[] {
  const sign = message.direction === 'inbound' ? '<' : '>';
  return [
    line(
      sign,
      listedSubject(message),
      { party: otherParty(message), tone: 'quiet' },
      quiet(message.mailbox_name),
      moment(message.created_at),
      strong(shortId(message.id)),
    ),
    ...message.matches.flatMap(excerptOf).slice(0, MOST_EXCERPTS),
  ];
}

/** The subject is shown anyway. */
function excerptOf({ field, pieces, attachment }: SearchMatch): Block[] {
  if (field === 'subject') return [];
  const label = attachment === undefined ? '' : `attachment ${attachment}:`;
  return [{ kind: 'excerpt', label, pieces }];
}
