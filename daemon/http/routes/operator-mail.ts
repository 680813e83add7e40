import * as mail from '../../../shared/contract/operator-mail.ts';
import { getMail, makeDkimKey, tryRelay } from '../../operator/mail.ts';
import { type Binding, bindOpen } from '../call.ts';

/** How mail leaves this machine. */
export const operatorMailRoutes: readonly Binding[] = [
  bindOpen(mail.getMail, (context) => getMail(context)),
  bindOpen(mail.probeRelay, (context) => tryRelay(context)),
  bindOpen(mail.makeDkimKey, (context, { body }) => makeDkimKey(context, body)),
];
