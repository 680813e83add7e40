import type { SMTPServerOptions, SMTPServerSession } from 'smtp-server';
import type { Context } from '../../../context.ts';
import { sendRaw } from '../../../mail/outbound/raw/send-raw.ts';
import { ownName } from '../../../network/smtp-client/own-name.ts';
import { ServiceError } from '../../../platform/errors/service-error.ts';
import { TlsFileError, usableTlsFiles } from '../../../platform/system/tls-files.ts';
import { trackWork } from '../../../platform/system/track-work.ts';
import { NotAccepted, REPLIES, SmtpRefusal } from '../replies.ts';
import { type ListenerParts, type SmtpListener, serve } from '../serve.ts';
import { MOST_FAILED_LOGINS, SUBMISSION_LIMITS } from './limits.ts';
import { callerOf, logIn, loginRefusal, type SmtpLogin } from './login.ts';
import { acceptedText, refusalReply } from './reply.ts';

/** The listener for mail programs that send with a key; null where it's off. */
export function createSubmission(context: Context): SmtpListener | null {
  const { config, log, settings } = context;
  if (config.submission === null) return null;
  const tls = usableTlsFiles(config.home, settings.get('smtp.tls'));
  const isImplicit = settings.get('smtp.submission.tls');
  if (isImplicit && tls === null) throw new TlsFileError('smtp.submission.tls is on, and there is none');
  const options = {
    listen: config.submission,
    hostname: ownName(config),
    tls,
    limits: SUBMISSION_LIMITS,
    trustedProxies: config.smtpProxies,
    log: {
      info: (message: string, facts: object) => log.info({ ...facts, listener: 'submission' }, message),
      warn: (message: string, facts: object) => log.warn({ ...facts, listener: 'submission' }, message),
    },
  };
  return serve(options, (parts) => ({ ...handlers(context, parts), secure: isImplicit }));
}

function handlers(
  context: Context,
  { sessions, receive }: ListenerParts,
): SMTPServerOptions & { readonly disabledCommands: string[] } {
  const failures = new WeakMap<SMTPServerSession, number>();
  return {
    disabledCommands: ['WIZ', 'SHELL', 'KILL'],
    authMethods: ['PLAIN', 'LOGIN'],
    // The connection decides, since programs on this machine may log in without TLS.
    allowInsecureAuth: true,
    authRequiredMessage: '5.7.0 AUTH with a mailbox and an API key is required',
    heloResponse: '%s sends mail for you',
    async onAuth(auth, session, callback) {
      const refused = (error: unknown) => {
        sessions.of(session).refusals++;
        if (!(error instanceof ServiceError)) sessions.of(session).error = String(error);
        const failed = (failures.get(session) ?? 0) + 1;
        failures.set(session, failed);
        const isLast = failed >= MOST_FAILED_LOGINS;
        return callback(new SmtpRefusal(isLast ? REPLIES.tooManyLogins : loginRefusal(error)));
      };
      await logIn(context, auth, session.remoteAddress).then((user) => callback(null, { user }), refused);
    },
    onRcptTo(_address, _session, callback) {
      callback();
    },
    onData: receive({
      authservIds: [],
      accept: async (session, raw) => {
        try {
          const work = submitted(context, session, raw);
          return acceptedText(await trackWork(context.requests, work));
        } catch (error) {
          const reply = refusalReply(error);
          throw error instanceof ServiceError
            ? new SmtpRefusal(reply)
            : new NotAccepted(String(error), reply);
        }
      },
    }),
  };
}

async function submitted(context: Context, session: SMTPServerSession, raw: Buffer) {
  const login: SmtpLogin = session.user;
  const principal = await callerOf(context, login, session.remoteAddress);
  const recipients = session.envelope.rcptTo.map(({ address }) => address);
  return sendRaw(context, principal, { mailbox: login.mailbox, recipients, raw });
}
