import { chosenProvider, gatewayProvider } from '../access/sms/gateway.ts';
import type { Context } from '../context.ts';
import type { JobKind } from '../platform/jobs/runner.ts';
import { ACCOUNT_ERASURE, runErasure } from './accounts/erase.ts';
import { NOTICE_MAIL_DUE, NOTICE_POST_DUE } from './notices/held/plan.ts';
import { MAILED_AT_ONCE, POSTED_AT_ONCE, sendDueNotice } from './notices/held/send.ts';
import { mailProvider, NOTICE_MAIL, NOTICES_AT_ONCE, sendNotice } from './notices/mail.ts';
import { outboxProvider } from './notices/outbox.ts';

export function composeOperation(context: () => Context): Pick<Context, 'notices'> {
  return {
    notices: {
      email: mailProvider(context, outboxProvider('email', context)),
      sms: chosenProvider(context, outboxProvider('sms', context), gatewayProvider(context)),
    },
  };
}

export function operationJobs(context: Context): [string, JobKind][] {
  const kept = outboxProvider('email', () => context);
  return [
    [ACCOUNT_ERASURE, (payload) => runErasure(context, payload)],
    [
      NOTICE_MAIL,
      { run: (payload) => sendNotice(context, kept, payload), parallel: NOTICES_AT_ONCE, perParty: 1 },
    ],
    [
      NOTICE_POST_DUE,
      { run: (payload) => sendDueNotice(context, payload), parallel: POSTED_AT_ONCE, perParty: 1 },
    ],
    // Its mail is queued, not sent, so it waits for no machine.
    [NOTICE_MAIL_DUE, { run: (payload) => sendDueNotice(context, payload), parallel: MAILED_AT_ONCE }],
  ];
}
