import type { answerInvitation as contract } from '../../../../shared/contract/calendar-replies.ts';
import type { Calendar, CalendarAnswer } from '../../../../shared/contract/calendars.ts';
import type { BodyOf } from '../../../../shared/contract/endpoint.ts';
import type { SendReply } from '../../../../shared/contract/messages.ts';
import type { Principal } from '../../../access/principal.ts';
import { isWritable } from '../../../content/calendar/write-reply.ts';
import { cleanLine } from '../../../content/mime/display-name.ts';
import { invalidField, notFound, ServiceError } from '../../../platform/errors/service-error.ts';
import type { CalendarReply } from '../../../platform/system/calendar-reply.ts';
import { lowerAscii, withoutTag } from '../../../platform/system/mail-address.ts';
import { type MailboxRow, mailboxById } from '../../../rules/mailboxes/table.ts';
import { calendarOf } from '../../attachments/calendar.ts';
import type { MailContext } from '../../context.ts';
import { type MessageRow, resolveMessage } from '../../messages/table.ts';
import type { KeyedOptions } from '../preferences.ts';
import { deniedMessage } from '../revise.ts';
import { placeAfter, type Submission } from '../submission.ts';
import { submit } from '../submit.ts';

interface AnswerRequest {
  readonly messageId: string;
  readonly body: BodyOf<typeof contract>;
  readonly options: KeyedOptions;
}

/** Characters of a summary that an answer repeats. */
const MAX_SUMMARY = 200;

const SUBJECTS: Readonly<Record<CalendarAnswer, string>> = {
  accepted: 'Accepted',
  declined: 'Declined',
  tentative: 'Tentative',
};

const SENTENCES: Readonly<Record<CalendarAnswer, string>> = {
  accepted: 'has accepted this invitation.',
  declined: 'has declined this invitation.',
  tentative: 'has tentatively accepted this invitation.',
};

/**
 * `POST /v1/messages/:id/calendar-reply`: answers an invitation to its organizer, through the gates of any
 * send. It is a reply if the organizer sent the invitation, and else begins a conversation.
 */
export async function answerInvitation(
  context: MailContext,
  principal: Principal,
  { messageId, body, options }: AnswerRequest,
): Promise<SendReply> {
  const db = context.store.read;
  const invited = await resolveMessage(db, principal, { id: messageId, unbound: 'masked_404' });
  const mailbox = await mailboxById(db, invited.mailbox_id);
  if (!mailbox || mailbox.status === 'deleted') throw notFound('Message not found.');
  assertOpen(invited);
  // `assertOpen` lets nothing pass whose text is withheld.
  const { calendar, organizer, uid } = invitationIn(await calendarOf(context, principal, invited));
  const attendee = attendeeOf(mailbox, invited, { calendar, asked: body.attendee });
  const summary = calendar.summary && cleanLine(calendar.summary, MAX_SUMMARY);
  const isSender = lowerAscii(organizer) === lowerAscii(invited.sender);
  const invitation: CalendarReply = {
    ...{ answer: body.answer, uid, organizer, attendee, summary },
    ...{ sequence: calendar.sequence, recurrence_id: calendar.recurrence_id },
    ...{ start: calendar.start, end: calendar.end, duration: calendar.duration },
    at: context.clock.now(),
  };
  const submission: Submission = {
    principal,
    mailbox,
    kind: isSender ? 'reply' : 'fresh',
    to: organizer,
    subject: `${SUBJECTS[body.answer]}: ${summary ?? 'invitation'}`,
    body: body.note ?? `${attendee} ${SENTENCES[body.answer]}`,
    invitation,
    thread: isSender ? placeAfter(invited) : null,
    answersId: isSender ? invited.id : null,
    marksRead: isSender && (body.mark_read ?? false),
  };
  const revises = await deniedMessage(db, submission, body.revises);
  return submit(context, { ...submission, revises }, { options, fields: { ...body, id: invited.id } });
}

function assertOpen({ direction, state }: MessageRow): void {
  if (direction === 'inbound' && state === 'available') return;
  throw new ServiceError(
    'CONFLICT',
    { reason: direction === 'inbound' ? 'message_held' : 'own_message', state },
    { message: "Only a received message that isn't held or blocked can be answered as an invitation." },
  );
}

interface ReadInvitation {
  readonly calendar: Calendar;
  readonly organizer: string;
  readonly uid: string;
}

/** The event that the caller can read, if it's an invitation that an answer can name. */
function invitationIn(calendar: Calendar | null): ReadInvitation {
  if (!calendar) throw unanswerable('no_calendar', 'The message has no calendar file that you can read.');
  const { method, organizer, uid, recurrence_id: occurrence } = calendar;
  if (method !== 'request') {
    throw unanswerable(
      'not_an_invitation',
      'Its calendar file is no invitation that asks for an answer.',
      method,
    );
  }
  if (organizer === null || uid === null) {
    throw unanswerable(
      'incomplete_invitation',
      'The invitation names no organizer with a mail address, or no UID.',
    );
  }
  if (occurrence !== null && !isWritable(occurrence)) {
    throw unanswerable(
      'unknown_occurrence',
      'The invitation is about one occurrence, in a time zone that has no name.',
    );
  }
  return { calendar, organizer: organizer.address, uid };
}

function unanswerable(reason: string, message: string, method?: Calendar['method']): ServiceError {
  return new ServiceError('CONFLICT', { reason, ...(method !== undefined && { method }) }, { message });
}

interface AttendeeChoice {
  readonly calendar: Calendar;
  readonly asked: string | undefined;
}

/** The invited address of the mailbox: the one asked for, one that the invitation names, or its own. */
function attendeeOf(mailbox: MailboxRow, invited: MessageRow, { calendar, asked }: AttendeeChoice): string {
  const written = [invited.recipient, ...(invited.other_recipients ?? [])].map(lowerAscii);
  const isOwn = (address: string) =>
    withoutTag(address) === mailbox.address || written.includes(lowerAscii(address));
  if (asked !== undefined) {
    if (isOwn(asked)) return asked;
    throw invalidField('attendee', 'must be the address of this mailbox that was invited', 422);
  }
  return calendar.attendees.find(({ address }) => isOwn(address))?.address ?? mailbox.address;
}
