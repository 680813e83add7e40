import * as factors from '../../../../shared/contract/factors.ts';
import { disableMfa } from '../../../access/person/disable-mfa.ts';
import { confirmEmailChange, startEmailChange } from '../../../access/person/email-change.ts';
import { changePassword, RESET_MESSAGE, resetPassword } from '../../../access/person/password.ts';
import {
  confirmPhoneChange,
  sendPhoneChangeEmailCode,
  startPhoneChange,
} from '../../../access/person/phone-change.ts';
import { recoverMfa } from '../../../access/person/recovery.ts';
import { confirmSms, enrollSms } from '../../../access/person/sms-factor.ts';
import { enableTotp, setUpTotp } from '../../../access/person/totp.ts';
import { requestMail } from '../../../access/requested-mail.ts';
import { type Binding, bind, bindOpen } from '../call.ts';

/** Password, email, second factor and phone. */
export const personRoutes: readonly Binding[] = [
  bind(factors.changePassword, (context, principal, { body }) => changePassword(context, principal, body)),
  bindOpen(factors.requestPasswordReset, async (context, { body, client }) => {
    await requestMail(context, { purpose: 'password_reset', rawEmail: body.email, address: client.address });
    return { message: RESET_MESSAGE };
  }),
  bindOpen(factors.resetPassword, (context, { body }) =>
    resetPassword(context, body.token, body.new_password),
  ),
  bind(factors.changeEmail, (context, principal, { body }) => startEmailChange(context, principal, body)),
  bind(factors.confirmEmailChange, (context, principal, { body }) =>
    confirmEmailChange(context, principal, body.code),
  ),
  bind(factors.setUpTotp, (context, principal, { body }) => setUpTotp(context, principal, body)),
  bind(factors.enableTotp, (context, principal, { body }) => enableTotp(context, principal, body)),
  bind(factors.enrollSms, enrollSms),
  bind(factors.confirmSms, (context, principal, { body }) => confirmSms(context, principal, body.code)),
  bind(factors.disableMfa, (context, principal, { body }) => disableMfa(context, principal, body)),
  bind(factors.recoverMfa, (context, principal, { body }) =>
    recoverMfa(context, principal, body.recovery_code),
  ),
  bind(factors.changePhone, (context, principal, { body, client }) =>
    startPhoneChange(context, principal, { body, client }),
  ),
  bind(factors.sendPhoneChangeEmailCode, (context, principal) =>
    sendPhoneChangeEmailCode(context, principal),
  ),
  bind(factors.confirmPhoneChange, (context, principal, { body }) =>
    confirmPhoneChange(context, principal, body.code),
  ),
];
