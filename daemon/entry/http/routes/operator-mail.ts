import * as mail from '../../../../shared/contract/operator-mail.ts';
import type { Runtime } from '../../../operation/cluster/runtime.ts';
import { checkMail } from '../../../operation/mail-check/check.ts';
import { makeCertificate } from '../../../operation/operator/certificate.ts';
import { getMail, makeDkimKey, tryRelay } from '../../../operation/operator/mail.ts';
import { type Binding, bindOpen } from '../call.ts';

export const operatorMailRoutes = (runtime: Pick<Runtime, 'smtp'>): readonly Binding[] => [
  bindOpen(mail.getMail, (context) => getMail(context)),
  bindOpen(mail.probeRelay, (context) => tryRelay(context)),
  bindOpen(mail.checkMail, (context, { body }) => checkMail({ context, runtime }, body)),
  bindOpen(mail.makeCertificate, (context) => makeCertificate(context)),
  bindOpen(mail.makeDkimKey, (context, { body }) => makeDkimKey(context, body)),
];
