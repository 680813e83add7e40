import { getCaller } from '../../../shared/contract/accounts.ts';
import { renewListBudget } from '../../../shared/contract/operator-accounts.ts';
import { LIST_ENDPOINTS } from './actual/lists.ts';
import { READ_ENDPOINTS } from './actual/read.ts';
import { ACCESS_ENDPOINTS } from './plan/access.ts';
import { ACCOUNT_ENDPOINTS } from './plan/account.ts';
import { ADDRESS_ENDPOINTS } from './plan/addresses.ts';
import { MAILBOX_ENDPOINTS } from './plan/mailboxes.ts';
import { NOTICE_ENDPOINTS } from './plan/notices.ts';
import { WEBHOOK_ENDPOINTS } from './plan/webhooks.ts';

const { listAllowedSenders, listAllowlist, listBlockedSenders, listSuppressions } = LIST_ENDPOINTS;

/** Endpoints that a plan reads with. */
export const READING = {
  ...READ_ENDPOINTS,
  listAllowedSenders,
  listAllowlist,
  listBlockedSenders,
  listSuppressions,
};

/** All that applying a file may call. */
export const APPLYING = {
  ...READING,
  ...LIST_ENDPOINTS,
  ...ACCESS_ENDPOINTS,
  ...ACCOUNT_ENDPOINTS,
  ...ADDRESS_ENDPOINTS,
  ...MAILBOX_ENDPOINTS,
  ...NOTICE_ENDPOINTS,
  ...WEBHOOK_ENDPOINTS,
  getCaller,
  renewListBudget,
};
