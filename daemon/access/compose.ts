import type { JobKind } from '../platform/jobs/runner.ts';
import type { AccessContext } from './context.ts';
import { Guards } from './guards.ts';
import { PageLinks } from './page-links.ts';
import { REQUESTED_MAIL, REQUESTS_AT_ONCE, sendRequestedMail } from './requested-mail.ts';
import { postToGateway, SMS_GATEWAY, TEXTS_AT_ONCE } from './sms/gateway.ts';

export function composeAccess(
  parts: Pick<AccessContext, 'store' | 'secrets' | 'clock'>,
): Pick<AccessContext, 'guards' | 'pageLinks'> {
  return { guards: new Guards(parts), pageLinks: new PageLinks() };
}

export function accessJobs(context: AccessContext): [string, JobKind][] {
  return [
    [
      SMS_GATEWAY,
      { run: (payload) => postToGateway(context, payload), parallel: TEXTS_AT_ONCE, perParty: 1 },
    ],
    [REQUESTED_MAIL, { run: (payload) => sendRequestedMail(context, payload), parallel: REQUESTS_AT_ONCE }],
  ];
}
