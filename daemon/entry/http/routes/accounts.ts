import * as life from '../../../../shared/contract/account-life.ts';
import * as policy from '../../../../shared/contract/account-policy.ts';
import * as accounts from '../../../../shared/contract/accounts.ts';
import * as holds from '../../../../shared/contract/legal-holds.ts';
import * as traffic from '../../../../shared/contract/traffic.ts';
import { setAgentDelete } from '../../../operation/accounts/agent-delete.ts';
import { getCaller } from '../../../operation/accounts/caller.ts';
import { deleteAccount } from '../../../operation/accounts/delete.ts';
import { exportAccount } from '../../../operation/accounts/export/export.ts';
import { getAccountPolicy, updateAccountPolicy } from '../../../operation/accounts/policy.ts';
import { getAccount, getQuota } from '../../../operation/accounts/read.ts';
import { getTraffic } from '../../../operation/accounts/traffic.ts';
import { acceptUrlReputation } from '../../../operation/accounts/url-reputation.ts';
import { getUsage } from '../../../operation/accounts/usage.ts';
import {
  applyLegalHold,
  getLegalHold,
  listLegalHolds,
  releaseLegalHold,
} from '../../../rules/legal-holds/customer.ts';
import { type Binding, bind, bindStream } from '../call.ts';

/** The account, its policy, usage and holds. */
export const accountRoutes: readonly Binding[] = [
  bind(accounts.getAccount, (_context, principal) => getAccount(principal)),
  bind(accounts.getCaller, (context, principal) => getCaller(context, principal)),
  bind(accounts.getQuota, (context, principal) => getQuota(context, principal)),
  bind(life.getUsage, (context, principal) => getUsage(context, principal)),
  bind(traffic.getTraffic, (context, principal, { query }) => getTraffic(context, principal, query.period)),
  bindStream(life.exportAccount, (context, principal) => exportAccount(context, principal)),
  bind(life.deleteAccount, (context, principal, { body }) =>
    deleteAccount(context, principal, body.confirm_email),
  ),
  bind(life.acceptUrlReputation, (context, principal, { body }) =>
    acceptUrlReputation(context, principal, body.accept_web_risk_version),
  ),

  ...[policy.getAccountPolicy, policy.getAccountPolicyAlias].map((endpoint) =>
    bind(endpoint, (context, principal) => getAccountPolicy(context, principal)),
  ),
  ...[policy.updateAccountPolicy, policy.updateAccountPolicyAlias].map((endpoint) =>
    bind(endpoint, (context, principal, { body }) => updateAccountPolicy(context, principal, body)),
  ),
  bind(policy.setAgentDeletePolicy, (context, principal, { body }) =>
    setAgentDelete(context, principal, body),
  ),

  bind(holds.applyLegalHold, (context, principal, { body }) => applyLegalHold(context, principal, body)),
  bind(holds.listLegalHolds, (context, principal, { query }) => listLegalHolds(context, principal, query)),
  bind(holds.getLegalHold, (context, principal, { params }) => getLegalHold(context, principal, params.id)),
  bind(holds.releaseLegalHold, (context, principal, { params, body }) =>
    releaseLegalHold(context, principal, { id: params.id, reason: body.release_reason }),
  ),
];
