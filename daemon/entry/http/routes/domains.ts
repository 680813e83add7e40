import * as connections from '../../../../shared/contract/connections.ts';
import * as domains from '../../../../shared/contract/domains.ts';
import { createDomain } from '../../../network/domains/create.ts';
import { deleteDomain } from '../../../network/domains/delete.ts';
import { getDomain, listDomains } from '../../../network/domains/read.ts';
import { setDefaultDomain } from '../../../network/domains/set-default.ts';
import { updateSelfHosted } from '../../../network/domains/update-config.ts';
import { recheckServers, verifyDomain } from '../../../network/domains/verify.ts';
import { operatorListDomainsOf, operatorUpdateDomainOf } from '../../../operation/operator/domains.ts';
import { setCatchAll } from '../../../rules/mailboxes/catch-all.ts';
import {
  checkConnection,
  removeConnection,
  replaceConnection,
} from '../../../rules/mailboxes/connection/change.ts';
import { getConnection } from '../../../rules/mailboxes/connection/show.ts';
import { type Binding, bind, bindOpen } from '../call.ts';

/** Customers' domains and connected mailboxes, and the operator's view of domains. */
export const domainRoutes: readonly Binding[] = [
  bind(connections.checkConnection, (context, principal, { body }) =>
    checkConnection(context, principal, body),
  ),
  bind(connections.getConnection, (context, principal, { params }) =>
    getConnection(context, principal, params.id),
  ),
  bind(connections.replaceConnection, (context, principal, { params, body }) =>
    replaceConnection(context, principal, { reference: params.id, body }),
  ),
  bind(connections.removeConnection, (context, principal, { params }) =>
    removeConnection(context, principal, params.id),
  ),
  bind(domains.createDomain, (context, principal, { body }) => createDomain(context, principal, body)),
  bind(domains.listDomains, (context, principal) => listDomains(context, principal)),
  bind(domains.getDomain, (context, principal, { params }) => getDomain(context, principal, params.id)),
  bind(domains.verifyDomain, (context, principal, { params }) => verifyDomain(context, principal, params.id)),
  bind(domains.recheckDomain, (context, principal, { params }) =>
    recheckServers(context, principal, params.id),
  ),
  bind(domains.updateSelfHosted, (context, principal, { params, body }) =>
    updateSelfHosted(context, principal, { id: params.id, body }),
  ),
  bind(domains.setDefaultDomain, (context, principal, { params }) =>
    setDefaultDomain(context, principal, params.id),
  ),
  bind(domains.setCatchAll, (context, principal, { params, body }) =>
    setCatchAll(context, principal, { id: params.id, body }),
  ),
  bind(domains.deleteDomain, (context, principal, { params }) => deleteDomain(context, principal, params.id)),
  bindOpen(domains.operatorListDomains, (context, { query }) => operatorListDomainsOf(context, query)),
  bindOpen(domains.operatorUpdateDomain, (context, { params, body }) =>
    operatorUpdateDomainOf(context, params.id, body),
  ),
];
