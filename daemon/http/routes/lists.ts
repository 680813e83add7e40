import * as reports from '../../../shared/contract/delivery-reports.ts';
import * as recipients from '../../../shared/contract/recipient-lists.ts';
import * as senders from '../../../shared/contract/sender-lists.ts';
import { reportBounce, reportComplaint } from '../../operator/feedback.ts';
import {
  addAllowlistEntries,
  addAllowlistEntry,
  listAllowlist,
  removeAllowlistEntry,
} from '../../recipients/allowlist.ts';
import { listBlockedSends } from '../../recipients/attempts/blocked-sends.ts';
import type { Charged } from '../../recipients/lists/add.ts';
import {
  addSuppression,
  addSuppressions,
  listSuppressions,
  removeSuppression,
} from '../../recipients/suppressions.ts';
import { releaseFromFirewall } from '../../review/release-from-firewall.ts';
import { reportMessage } from '../../review/report-sender.ts';
import { allowSender, allowSenders, disallowSender, listAllowedSenders } from '../../senders/allowlist.ts';
import { listBlockedArrivals } from '../../senders/attempts.ts';
import { blockSender, blockSenders, listBlockedSenders, unblockSender } from '../../senders/blocklist.ts';
import { setSenderPolicy } from '../../senders/policy.ts';
import { Answer, type Binding, bind, bindOpen } from '../call.ts';

/** Lists of recipients and senders. */
export const listRoutes: readonly Binding[] = [
  bind(recipients.listSuppressions, (context, principal, { query }) =>
    listSuppressions(context, principal, query),
  ),
  bind(recipients.addSuppression, (context, principal, { body }) =>
    charged(addSuppression(context, principal, body.email)),
  ),
  bind(recipients.addSuppressions, (context, principal, { body }) =>
    charged(addSuppressions(context, principal, body.emails)),
  ),
  bind(recipients.removeSuppression, (context, principal, { params }) =>
    removeSuppression(context, principal, params.email),
  ),

  bind(recipients.listAllowlist, (context, principal, { params, query }) =>
    listAllowlist(context, principal, params.mailboxId, query),
  ),
  bind(recipients.addAllowlistEntry, (context, principal, { params, body }) =>
    charged(addAllowlistEntry(context, principal, params.mailboxId, body.email)),
  ),
  bind(recipients.addAllowlistEntries, (context, principal, { params, body }) =>
    charged(addAllowlistEntries(context, principal, { mailbox: params.mailboxId, emails: body.emails })),
  ),
  bind(recipients.removeAllowlistEntry, (context, principal, { params, query }) =>
    removeAllowlistEntry(context, principal, params.mailboxId, params.email, query.force_empty ?? false),
  ),
  bind(recipients.listBlockedSends, (context, principal, { params, query }) =>
    listBlockedSends(context, principal, { reference: params.mailboxId, query }),
  ),

  bind(senders.listBlockedSenders, (context, principal, { query }) =>
    listBlockedSenders(context, principal, query),
  ),
  bind(senders.blockSender, (context, principal, { body }) =>
    charged(blockSender(context, principal, body.email)),
  ),
  bind(senders.blockSenders, (context, principal, { body }) =>
    charged(blockSenders(context, principal, body.emails)),
  ),
  bind(senders.unblockSender, (context, principal, { params }) =>
    unblockSender(context, principal, params.email),
  ),

  bind(senders.listAllowedSenders, (context, principal, { params, query }) =>
    listAllowedSenders(context, principal, params.id, query),
  ),
  bind(senders.allowSender, (context, principal, { params, body }) =>
    charged(allowSender(context, principal, params.id, body.email)),
  ),
  bind(senders.allowSenders, (context, principal, { params, body }) =>
    charged(allowSenders(context, principal, { mailbox: params.id, emails: body.emails })),
  ),
  bind(senders.disallowSender, (context, principal, { params, query }) =>
    disallowSender(context, principal, params.id, params.email, query.force_empty ?? false),
  ),
  bind(senders.listBlockedArrivals, (context, principal, { params, query }) =>
    listBlockedArrivals(context, principal, { reference: params.id, query }),
  ),
  bind(senders.reportMessage, (context, principal, { params, body }) =>
    charged(reportMessage(context, principal, params.id, body)),
  ),
  bind(senders.releaseFromFirewall, (context, principal, { params }) =>
    releaseFromFirewall(context, principal, params.id),
  ),
  bind(senders.setSenderPolicy, (context, principal, { params, body }) =>
    setSenderPolicy(context, principal, params.id, body),
  ),

  bindOpen(reports.reportBounce, (context, { params, body }) => reportBounce(context, params.id, body)),
  bindOpen(reports.reportComplaint, (context, { params }) => reportComplaint(context, params.id)),
];

/** Adds the hourly budget's headers to an answer. */
async function charged<T>(add: Promise<Charged<T>>): Promise<Answer<T>> {
  const { answer, headers } = await add;
  return new Answer(answer, headers);
}
