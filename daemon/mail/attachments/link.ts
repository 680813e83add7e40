import { z } from 'zod';
import { LIMITS } from '../../../shared/contract/limits.ts';
import { notFound } from '../../platform/errors/service-error.ts';
import type { Actor } from '../../platform/store/actor.ts';
import { SECOND } from '../../platform/system/clock.ts';
import type { MailContext } from '../context.ts';

const PURPOSE = 'attachment-link';

const linkContent = z.strictObject({
  message: z.string(),
  index: z.int(),
  hash: z.string(),
  expires: z.number(),
  actor: z.strictObject({ type: z.enum(['admin', 'agent', 'user', 'system']), id: z.string() }),
});

/** The attachment of a link, and the caller who requested it. */
export interface LinkedAttachment {
  readonly message: string;
  readonly index: number;
  readonly hash: string;
  readonly actor: Actor;
}

/** Content of a link's token. Anyone with the token may read the file until it expires. */
export interface AttachmentLink {
  readonly token: string;
  /** Milliseconds since 1970. */
  readonly expires: number;
}

/** Returns an encrypted token that expires. */
export function linkTo(
  { secrets, clock }: Pick<MailContext, 'secrets' | 'clock'>,
  attachment: LinkedAttachment,
): AttachmentLink {
  const expires = clock.now() + LIMITS.attachmentLinkSeconds * SECOND;
  return { token: secrets.sealToken(PURPOSE, JSON.stringify({ ...attachment, expires })), expires };
}

/** Decrypts a token; null when it's invalid or expired. */
export function readLink(
  { secrets, clock }: Pick<MailContext, 'secrets' | 'clock'>,
  token: string,
): LinkedAttachment {
  const content = secrets.unsealToken(PURPOSE, token);
  const link = content === null ? null : linkContent.safeParse(JSON.parse(content)).data;
  if (!link || link.expires <= clock.now()) throw notFound('The link is invalid or has expired.');
  return link;
}
