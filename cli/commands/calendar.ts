import type { CalendarAnswer } from '../../shared/contract/calendars.ts';
import { type Command, command } from '../command.ts';
import { mailboxFlag } from '../input/lookups/mailbox.ts';
import { chooseMessage } from '../input/lookups/message.ts';
import { definedFields } from '../input/options/input.ts';
import { flag, text, word } from '../input/options/kinds.ts';
import { deliver, deliveryFlags, revisesFlag } from '../tasks/sending/deliver.ts';
import { revisedMessage } from '../tasks/sending/revised.ts';

interface AnswerWords {
  readonly verb: string;
  readonly answer: CalendarAnswer;
  readonly summary: string;
  readonly about: string;
}

const ANSWERS: readonly AnswerWords[] = [
  {
    verb: 'accept',
    answer: 'accepted',
    summary: 'Accept an invitation.',
    about: 'tell the organizer that you come',
  },
  {
    verb: 'decline',
    answer: 'declined',
    summary: 'Decline an invitation.',
    about: "tell the organizer that you don't come",
  },
  {
    verb: 'tentative',
    answer: 'tentative',
    summary: 'Accept an invitation tentatively.',
    about: 'tell the organizer that you may come',
  },
];

const answering = ({ verb, answer, summary, about }: AnswerWords) =>
  command({
    name: ['calendar', verb],
    summary,
    description: 'The answer goes to the organizer, as any send. A later one replaces it.',
    flags: {
      mailbox: mailboxFlag,
      note: text('--note <TEXT>', 'Your own words to the organizer.'),
      attendee: text('--attendee <ADDRESS>', 'Address of the mailbox that was invited, if not its own.'),
      revises: revisesFlag,
      keepUnread: flag('--keep-unread', "Don't mark the message as read."),
      ...deliveryFlags,
    },
    arguments: { message: word('MESSAGE', 'Message ID, full or short.') },
    examples: [{ command: `agentmail calendar ${verb} 4f1c9a22`, about }],
    endpoints: async () => {
      const [
        { answerInvitation },
        { probeIdempotency },
        { listMailboxes },
        { listMessages, waitForDecision },
      ] = await Promise.all([
        import('../../shared/contract/calendar-replies.ts'),
        import('../../shared/contract/sending.ts'),
        import('../../shared/contract/mailboxes.ts'),
        import('../../shared/contract/reading.ts'),
      ]);
      return { answerInvitation, probeIdempotency, waitForDecision, listMailboxes, listMessages };
    },
    run: async (context, input, endpoints) => {
      const id = await chooseMessage(context, input.message, { mailbox: input.mailbox });
      const revises = await revisedMessage(context, input);
      const { note, attendee } = input;
      const body = {
        answer,
        ...definedFields({ note, attendee, revises }),
        ...(!input.keepUnread && { mark_read: true }),
      };
      return deliver(context, input, {
        revises,
        post: (client, headers) => client.call(endpoints.answerInvitation, { params: { id }, body, headers }),
        following: { decision: endpoints.waitForDecision, probe: endpoints.probeIdempotency },
      });
    },
  });

/** Answers to invitations. */
export const calendar: readonly Command[] = ANSWERS.map(answering);
