import type { Worker } from 'node:worker_threads';
import type { Context } from '../context.ts';
import { acceptMail } from '../inbound/accept.ts';
import { checkRecipient } from '../inbound/check-recipient.ts';
import { RecipientGoneError } from '../inbound/recipient-gone.ts';
import { namesOf, ownName } from '../smtp-client/own-name.ts';
import { isOutOfRoom } from '../store/trouble.ts';
import { usableTlsFiles } from '../system/tls-files.ts';
import { createSmtpListener, type SmtpListener } from './listener.ts';
import { NotAccepted, RECIPIENT_REPLIES, REPLIES, type SmtpReply } from './replies.ts';
import { SmtpListenerThread, type SmtpListenerThreadOptions } from './thread/listener-thread.ts';

/** The listener for incoming mail, in the thread if there is one. */
export function createReception(context: Context, thread: Worker | null): SmtpListener {
  const { config, log, metrics, settings, store } = context;
  const options = {
    listen: config.smtp,
    hostname: ownName(config),
    authservIds: namesOf(config),
    tls: usableTlsFiles(config.home, settings.get('smtp.tls')),
    checkRecipient: (address, { declaredBytes: size, remoteAddress: from }) =>
      checkRecipient(context, address, { size, from }),
    trustedProxies: config.smtpProxies,
    blobFolder: store.blobs.spool,
    accept: async ({ remoteAddress: address, helo, mailFrom, recipients }, content, headers) => {
      try {
        const peer = { via: 'smtp', address, helo } as const;
        return await acceptMail(context, { envelope: { peer, mailFrom, recipients }, content, headers });
      } catch (error) {
        throw new NotAccepted(error instanceof Error ? error.message : String(error), replyOf(error));
      }
    },
    sessionEnded: (record) => metrics.sessionEnded(record),
    log: {
      info: (message, facts) => log.info(facts, message),
      warn: (message, facts) => log.warn(facts, message),
    },
  } satisfies SmtpListenerThreadOptions;
  return thread ? new SmtpListenerThread(thread, options) : createSmtpListener(options);
}

/** The reply to a message that couldn't be stored. */
function replyOf(error: unknown): SmtpReply {
  const decision = error instanceof RecipientGoneError ? error.decision : null;
  const reply = decision && RECIPIENT_REPLIES[decision];
  return reply ?? (isOutOfRoom(error) ? REPLIES.noRoom : REPLIES.notStored);
}
