import type { ListResource } from '../../../../shared/contract/address-lists.ts';
import * as reports from '../../../../shared/contract/delivery-reports.ts';
import type { ParamsOf } from '../../../../shared/contract/endpoint.ts';
import * as recipients from '../../../../shared/contract/recipient-lists.ts';
import * as senders from '../../../../shared/contract/sender-lists.ts';
import { releaseFromFirewall } from '../../../mail/review/release-from-firewall.ts';
import { reportMessage } from '../../../mail/review/report-sender.ts';
import { reportBounce, reportComplaint } from '../../../operation/operator/feedback.ts';
import { RECIPIENT_ALLOWLIST } from '../../../rules/recipients/allowlist.ts';
import { listBlockedSends } from '../../../rules/recipients/attempts/blocked-sends.ts';
import type { Charged } from '../../../rules/recipients/lists/add.ts';
import type { CustomerList } from '../../../rules/recipients/lists/list.ts';
import {
  addListEntries,
  addListEntry,
  listEntries,
  removeListEntry,
} from '../../../rules/recipients/lists/operations.ts';
import { SUPPRESSIONS } from '../../../rules/recipients/suppressions.ts';
import { SENDER_ALLOWLIST } from '../../../rules/senders/allowlist.ts';
import { listBlockedArrivals } from '../../../rules/senders/attempts.ts';
import { SENDER_BLOCKLIST } from '../../../rules/senders/blocklist.ts';
import { setSenderPolicy } from '../../../rules/senders/policy.ts';
import { Answer, type Binding, bind, bindOpen } from '../call.ts';

/** Lists of recipients and senders. */
export const listRoutes: readonly Binding[] = [
  ...listBindings(recipients.SUPPRESSIONS, SUPPRESSIONS),
  ...listBindings(recipients.RECIPIENT_ALLOWLIST, RECIPIENT_ALLOWLIST, 'mailboxId'),
  bind(recipients.listBlockedSends, (context, principal, { params, query }) =>
    listBlockedSends(context, principal, { reference: params.mailboxId, query }),
  ),

  ...listBindings(senders.SENDER_BLOCKLIST, SENDER_BLOCKLIST),
  ...listBindings(senders.SENDER_ALLOWLIST, SENDER_ALLOWLIST, 'id'),
  bind(senders.listBlockedArrivals, (context, principal, { params, query }) =>
    listBlockedArrivals(context, principal, { reference: params.id, query }),
  ),
  bind(senders.reportMessage, (context, principal, { params, body }) =>
    charged(reportMessage(context, principal, { params, body })),
  ),
  bind(senders.releaseFromFirewall, (context, principal, { params }) =>
    releaseFromFirewall(context, principal, params.id),
  ),
  bind(senders.setSenderPolicy, setSenderPolicy),

  bindOpen(reports.reportBounce, (context, { params, body }) => reportBounce(context, params.id, body)),
  bindOpen(reports.reportComplaint, (context, { params }) => reportComplaint(context, params.id)),
];

/** The four operations of an address list; `parameter` of the path names the mailbox of a mailbox's list. */
function listBindings<Contract extends ListResource>(
  endpoints: Contract,
  list: CustomerList<Contract>,
  parameter?: keyof ParamsOf<Contract['list']> & string,
): Binding[] {
  const target = (params: Readonly<Record<string, unknown>> | undefined) => ({
    list,
    mailbox: parameter === undefined ? null : String(params?.[parameter]),
  });
  return [
    bind<ListResource['list']>(endpoints.list, (context, principal, { params, query }) =>
      listEntries(context, principal, { ...target(params), query }),
    ),
    bind<ListResource['add']>(endpoints.add, (context, principal, { params, body }) =>
      charged(addListEntry(context, principal, { ...target(params), ...body })),
    ),
    bind<ListResource['addMany']>(endpoints.addMany, (context, principal, { params, body }) =>
      charged(addListEntries(context, principal, { ...target(params), ...body })),
    ),
    bind<ListResource['remove']>(endpoints.remove, (context, principal, { params, query }) =>
      removeListEntry(context, principal, {
        ...target(params),
        email: params.email,
        force: query?.force_empty ?? false,
      }),
    ),
  ];
}

/** Adds the hourly budget's headers to an answer. */
async function charged<T>(add: Promise<Charged<T>>): Promise<Answer<T>> {
  const { answer, headers } = await add;
  return new Answer(answer, headers);
}
