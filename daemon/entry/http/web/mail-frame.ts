import { z } from 'zod';
import { LIMITS } from '../../../../shared/contract/limits.ts';
import type { Context } from '../../../context.ts';
import { SECOND } from '../../../platform/system/clock.ts';

/**
 * The address of a frame that shows the HTML of a message. It replaces the header that a frame can't send.
 */

const PURPOSE = 'mail-frame';

const ticketContent = z.strictObject({ session: z.string(), message: z.string(), expires: z.number() });

/** A frame of a session's page. */
export interface MailFrame {
  readonly session: string;
  readonly message: string;
}

export function frameAddress(
  { secrets, clock }: Pick<Context, 'secrets' | 'clock'>,
  frame: MailFrame,
): string {
  const expires = clock.now() + LIMITS.mailFrameSeconds * SECOND;
  const ticket = secrets.sealToken(PURPOSE, JSON.stringify({ ...frame, expires }));
  return `/app/mail/${frame.message}/html?ticket=${ticket}`;
}

/** Whether a ticket is for this frame and still valid. */
export function isTicketFor(
  { secrets, clock }: Pick<Context, 'secrets' | 'clock'>,
  { session, message }: MailFrame,
  ticket: string,
): boolean {
  const content = secrets.unsealToken(PURPOSE, ticket);
  const given = content === null ? undefined : ticketContent.safeParse(JSON.parse(content)).data;
  return given?.session === session && given.message === message && clock.now() < given.expires;
}
