import { ERRORS, type ErrorExit } from '../../../../shared/contract/errors.ts';
import type { SendReply } from '../../../../shared/contract/messages.ts';
import { ServiceError } from '../../../platform/errors/service-error.ts';
import { isOutOfRoom } from '../../../platform/store/trouble.ts';
import { REPLIES, type SmtpReply } from '../replies.ts';

type ReplyStatus = Pick<SmtpReply, 'code' | 'enhanced'>;

const PERMANENT: Record<ErrorExit, ReplyStatus> = {
  usage: { code: 554, enhanced: '5.6.0' },
  credentials: { code: 535, enhanced: '5.7.8' },
  refused: { code: 550, enhanced: '5.7.1' },
  held: { code: 550, enhanced: '5.7.1' },
  transient: { code: 451, enhanced: '4.7.1' },
  internal: { code: 451, enhanced: '4.3.0' },
};
const LATER: ReplyStatus = { code: 451, enhanced: '4.7.1' };
const OUT_OF_STORAGE: ReplyStatus = { code: 452, enhanced: '4.2.2' };

/** Recipients that a reply names; a client shows a few lines. */
const MOST_RECIPIENTS = 20;
/** Characters of a reply. */
const MAX_TEXT = 2000;

/** The 250 of a message that was taken, also of one that is held. A blocked one is refused. */
export function acceptedText(reply: SendReply): string {
  const { message_id: id, status } = reply;
  if (status === 'blocked') {
    throw new ServiceError('EMAIL_EFFECT_REJECTED', { message_id: id });
  }
  return status === 'pending_review' || status === 'quarantined'
    ? `2.0.0 held for review ${id}`
    : `2.0.0 ${id}`;
}

/** The reply to a message that isn't sent: the code of the contract, and its sentence. */
export function refusalReply(error: unknown): SmtpReply {
  if (!(error instanceof ServiceError)) return isOutOfRoom(error) ? REPLIES.noRoom : REPLIES.notStored;
  return { ...statusOf(error), text: textOf(error) };
}

/** Temporary where the same message may pass later. */
function statusOf({ code }: ServiceError): ReplyStatus {
  if (code === 'STORAGE_QUOTA_EXCEEDED') return OUT_OF_STORAGE;
  const { actor, exit } = ERRORS[code];
  return actor === 'time' ? LATER : PERMANENT[exit];
}

function textOf({ code, message, details }: ServiceError): string {
  const text = [code, message, ...issuesOf(details), ...recipientsOf(details)].join(' ');
  return text.replaceAll(/[^\x20-\x7e]+/g, '?').slice(0, MAX_TEXT);
}

/** The message of such a refusal is general, unless it was made for its first issue. */
function issuesOf(details: ServiceError['details']): string[] {
  const issues = (details?.issues ?? []) as readonly { readonly path: string; readonly message: string }[];
  return issues.slice(0, 1).map(({ path, message }) => `${path} ${message}`.trim());
}

function recipientsOf(details: ServiceError['details']): string[] {
  const named = (details?.recipients ?? []) as readonly { readonly address: string; readonly code: string }[];
  if (named.length === 0) return [];
  const shown = named.slice(0, MOST_RECIPIENTS).map(({ address, code }) => `${address} ${code}`);
  return [`(${shown.join(', ')})`];
}
