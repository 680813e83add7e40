import * as findings from '../../../../shared/contract/findings.ts';
import * as records from '../../../../shared/contract/operator-records.ts';
import * as rawMail from '../../../../shared/contract/raw-mail.ts';
import { getFindings, getMessageFindings } from '../../../operation/operator/findings.ts';
import { listMailboxes, updateMailbox } from '../../../operation/operator/mailboxes.ts';
import { exportMaildir, exportMbox, getRawMessage } from '../../../operation/operator/raw-mail.ts';
import { listAudit, listJobs } from '../../../operation/operator/records.ts';
import { type Binding, bind, bindOpen, bindRaw } from '../call.ts';

/** The operator's mailboxes, findings, audit log and jobs. */
export const operatorRecordRoutes: readonly Binding[] = [
  bindOpen(records.operatorListMailboxes, (context, { query }) => listMailboxes(context, query)),
  bindOpen(records.operatorUpdateMailbox, (context, { params, body }) =>
    updateMailbox(context, params.id, body),
  ),
  bindOpen(findings.getFindings, (context, { params }) => getFindings(context, params.id)),
  bind(findings.getMessageFindings, (context, principal, { params }) =>
    getMessageFindings(context, principal, params.id),
  ),
  bindRaw(rawMail.getRawMessage, 'message/rfc822', (context, { params }) =>
    getRawMessage(context, params.id),
  ),
  bindRaw(rawMail.exportMbox, 'application/mbox', (context, { params }) => exportMbox(context, params.id)),
  bindRaw(rawMail.exportMaildir, 'application/x-tar', (context, { params }) =>
    exportMaildir(context, params.id),
  ),
  bindOpen(records.listAudit, (context, { query }) => listAudit(context, query)),
  bindOpen(records.listJobs, (context, { query }) => listJobs(context, query)),
];
