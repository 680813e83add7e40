import * as keys from '../../../../shared/contract/keys.ts';
import { LIMITS } from '../../../../shared/contract/limits.ts';
import * as reauth from '../../../../shared/contract/reauth.ts';
import * as sessions from '../../../../shared/contract/sessions.ts';
import * as signup from '../../../../shared/contract/signup.ts';
import { setKeyInstructionTrust } from '../../../access/key-instruction-trust.ts';
import { logIn } from '../../../access/login/login.ts';
import { LOGIN_CODE_MESSAGE } from '../../../access/login/send-code.ts';
import type { Principal } from '../../../access/principal.ts';
import { sendReauthSms } from '../../../access/reauth/send-sms.ts';
import { requestMail } from '../../../access/requested-mail.ts';
import { rotateApiKey } from '../../../access/rotate-key.ts';
import { sessionCookie } from '../../../access/sessions/cookie.ts';
import { endSession } from '../../../access/sessions/end.ts';
import { listSessions } from '../../../access/sessions/list.ts';
import type { ClientFacts, OpenedSession } from '../../../access/sessions/open.ts';
import { createCliSignupCode } from '../../../access/signup/cli-code.ts';
import { EMAIL_CODE_MESSAGE } from '../../../access/signup/email-code.ts';
import { signUp } from '../../../access/signup/sign-up.ts';
import { verifyEmail } from '../../../access/signup/verify-email.ts';
import { resendPhoneCode, verifyPhone } from '../../../access/signup/verify-phone.ts';
import { updateApiKey } from '../../../access/update-key.ts';
import { Answer, type Binding, bind, bindOpen } from '../call.ts';

/** Sessions, keys and fresh proof. */
export const accessRoutes: readonly Binding[] = [
  bindOpen(signup.signUp, async (context, { body, client }) => {
    const { reply } = await signUp(context, { body, client, options: { withSession: false } });
    return reply;
  }),
  bindOpen(signup.dashboardSignUp, async (context, { body, client }) => {
    const { reply, session } = await signUp(context, { body, client, options: { withSession: true } });
    return session ? new Answer(reply, cookieFor(session, client)) : reply;
  }),
  bind(signup.createCliSignupCode, (context, principal) => createCliSignupCode(context, principal)),
  bind(signup.verifyEmail, (context, principal, { body, client }) =>
    verifyEmail(context, principal, { code: body.code, client }),
  ),
  bindOpen(signup.resendVerification, async (context, { body, client }) => {
    await requestMail(context, { purpose: 'verification', rawEmail: body.email, address: client.address });
    return { message: EMAIL_CODE_MESSAGE };
  }),
  bind(signup.verifyPhone, (context, principal, { body }) => verifyPhone(context, principal, body.code)),
  bind(signup.resendPhoneVerification, (context, principal, { body, client }) =>
    resendPhoneCode(context, principal, { body, client }),
  ),
  bindOpen(sessions.login, async (context, { body, client }) => {
    const { reply, session } = await logIn(context, body, client);
    return new Answer(reply, cookieFor(session, client));
  }),
  bindOpen(sessions.sendLoginCode, async (context, { body, client }) => {
    await requestMail(context, { purpose: 'login_code', rawEmail: body.email, address: client.address });
    return { message: LOGIN_CODE_MESSAGE };
  }),
  bind(sessions.logout, async (context, principal, { client }) => {
    await endSession(context, principal, sessionOf(principal));
    return new Answer({ status: 'logged_out' as const }, { 'set-cookie': sessionCookie('', 0, client) });
  }),
  bind(sessions.listSessions, (context, principal) => listSessions(context, principal)),
  bind(sessions.endSession, async (context, principal, { params }) => {
    await endSession(context, principal, params.id);
    return { status: 'revoked' as const };
  }),
  bind(keys.rotateApiKey, (context, principal) => rotateApiKey(context, principal)),
  bind(keys.updateApiKey, (context, principal, { params, body }) =>
    updateApiKey(context, principal, { keyId: params.id, mailboxIds: body.mailbox_ids }),
  ),
  bind(keys.setKeyInstructionTrust, (context, principal, { params, body }) =>
    setKeyInstructionTrust(context, principal, { keyId: params.id, body }),
  ),
  bind(reauth.sendReauthSms, (context, principal, { body, client }) =>
    sendReauthSms(context, principal, { body, client }),
  ),
];

function cookieFor(session: OpenedSession, client: ClientFacts): Record<string, string> {
  return { 'set-cookie': sessionCookie(session.token, LIMITS.sessionSeconds, client) };
}

function sessionOf(principal: Principal): string {
  if (principal.sessionId === null) throw new Error('a session endpoint was called without a session');
  return principal.sessionId;
}
