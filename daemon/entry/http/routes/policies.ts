import * as policies from '../../../../shared/contract/mailbox-policies.ts';
import * as addresses from '../../../../shared/contract/named-addresses.ts';
import * as trust from '../../../../shared/contract/trust.ts';
import * as recipients from '../../../../shared/contract/verified-recipients.ts';
import { assertCopyAddress } from '../../../mail/copies/address.ts';
import { previewPolicyOf } from '../../../mail/policy-preview/preview.ts';
import { changeAttachmentAccess } from '../../../rules/mailboxes/attachments/access.ts';
import { changeOutboundAttachments } from '../../../rules/mailboxes/attachments/outbound.ts';
import {
  addNamedAddress,
  listNamedAddresses,
  removeNamedAddress,
} from '../../../rules/mailboxes/named-addresses.ts';
import { getMailboxPolicy } from '../../../rules/mailboxes/read-policy.ts';
import { updateMailbox } from '../../../rules/mailboxes/update/update.ts';
import { addRecipient } from '../../../rules/recipients/verified/add.ts';
import {
  listRecipients,
  removeRecipient,
  resendConfirmation,
} from '../../../rules/recipients/verified/manage.ts';
import { grantSource } from '../../../rules/trust/grant.ts';
import { listSources, revokeSource } from '../../../rules/trust/sources.ts';
import { switchStrictRecipient, switchTrust } from '../../../rules/trust/switch.ts';
import { type Binding, bind } from '../call.ts';

/** Mailboxes, instruction trust and verified recipients. */
export const policyRoutes: readonly Binding[] = [
  bind(policies.updateMailbox, async (context, principal, { params, body }) => {
    await assertCopyAddress(context, principal, body.copy_to);
    return updateMailbox(context, principal, { reference: params.id, body });
  }),
  bind(policies.getMailboxPolicy, (context, principal, { params }) =>
    getMailboxPolicy(context, principal, params.id),
  ),
  bind(policies.previewPolicy, (context, principal, { params, body }) =>
    previewPolicyOf(context, principal, { reference: params.id, body }),
  ),
  bind(policies.setAttachmentAccess, (context, principal, { params, body }) =>
    changeAttachmentAccess(context, principal, { reference: params.id, body }),
  ),
  bind(policies.setOutboundAttachments, (context, principal, { params, body }) =>
    changeOutboundAttachments(context, principal, { reference: params.id, body }),
  ),

  bind(addresses.listNamedAddresses, (context, principal, { params }) =>
    listNamedAddresses(context, principal, params.id),
  ),
  bind(addresses.addNamedAddress, (context, principal, { params, body }) =>
    addNamedAddress(context, principal, { reference: params.id, body }),
  ),
  bind(addresses.removeNamedAddress, (context, principal, { params }) =>
    removeNamedAddress(context, principal, { reference: params.id, tag: params.tag }),
  ),

  bind(trust.listTrustedSources, (context, principal, { params }) =>
    listSources(context, principal, params.id),
  ),
  bind(trust.grantTrustedSource, (context, principal, { params, body }) =>
    grantSource(context, principal, { reference: params.id, body }),
  ),
  bind(trust.revokeTrustedSource, (context, principal, { params }) =>
    revokeSource(context, principal, { reference: params.id, sourceId: params.sourceId }),
  ),
  bind(trust.setInstructionTrust, (context, principal, { params, body }) =>
    switchTrust(context, principal, { reference: params.id, body }),
  ),
  bind(trust.setStrictRecipient, (context, principal, { params, body }) =>
    switchStrictRecipient(context, principal, { reference: params.id, body }),
  ),

  bind(recipients.addRecipient, (context, principal, { body }) => addRecipient(context, principal, body)),
  bind(recipients.listRecipients, (context, principal) => listRecipients(context, principal)),
  bind(recipients.resendConfirmation, (context, principal, { params }) =>
    resendConfirmation(context, principal, params.id),
  ),
  bind(recipients.removeRecipient, (context, principal, { params }) =>
    removeRecipient(context, principal, params.id),
  ),
];
