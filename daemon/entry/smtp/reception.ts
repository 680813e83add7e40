import type { Worker } from 'node:worker_threads';
import type { Context } from '../../context.ts';
import { acceptMail } from '../../mail/inbound/accept.ts';
import { admitMail } from '../../mail/inbound/admission.ts';
import { checkRecipient } from '../../mail/inbound/check-recipient.ts';
import { RecipientGoneError } from '../../mail/inbound/recipient-gone.ts';
import { namesOf, ownName } from '../../network/smtp-client/own-name.ts';
import type { Peer } from '../../platform/store/schema.ts';
import { isOutOfRoom } from '../../platform/store/trouble.ts';
import { usableTlsFiles } from '../../platform/system/tls-files.ts';
import { createSmtpListener } from './listener.ts';
import { NotAccepted, RECIPIENT_REPLIES, REPLIES, type SmtpReply } from './replies.ts';
import type { SmtpClient, SmtpListener } from './serve.ts';
import { SmtpListenerThread, type SmtpListenerThreadOptions } from './thread/listener-thread.ts';

/** The listener for incoming mail, in the thread if there is one. */
export function createReception(context: Context, thread: Worker | null): SmtpListener {
  const { config, log, metrics, settings, store } = context;
  const options = {
    listen: config.smtp,
    hostname: ownName(config),
    authservIds: namesOf(config),
    tls: usableTlsFiles(config.home, settings.get('smtp.tls')),
    checkRecipient: (address, { declaredBytes: size, remoteAddress: from, places }) =>
      checkRecipient(context, address, { size, from, places }),
    trustedProxies: config.smtpProxies,
    blobFolder: store.blobs.spool,
    admit: ({ recipients, ...client }, bytes) =>
      admitMail(context, { peer: peerOf(client), recipients, bytes }).catch(notAccepted),
    accept: ({ mailFrom, recipients, ...client }, content, headers) => {
      const envelope = { peer: peerOf(client), mailFrom, recipients };
      return acceptMail(context, { envelope, content, headers }).catch(notAccepted);
    },
    sessionEnded: (record) => metrics.sessionEnded(record),
    log: {
      info: (message, facts) => log.info(facts, message),
      warn: (message, facts) => log.warn(facts, message),
    },
  } satisfies SmtpListenerThreadOptions;
  return thread ? new SmtpListenerThread(thread, options) : createSmtpListener(options);
}

function peerOf({ remoteAddress: address, helo }: Pick<SmtpClient, 'remoteAddress' | 'helo'>): Peer {
  return { via: 'smtp', address, helo };
}

function notAccepted(error: unknown): never {
  throw new NotAccepted(error instanceof Error ? error.message : String(error), replyOf(error));
}

/** The reply to a message that couldn't be stored. */
function replyOf(error: unknown): SmtpReply {
  const refusal = error instanceof RecipientGoneError ? error.refusal : null;
  const reply = refusal && RECIPIENT_REPLIES[refusal];
  return reply ?? (isOutOfRoom(error) ? REPLIES.noRoom : REPLIES.notStored);
}
