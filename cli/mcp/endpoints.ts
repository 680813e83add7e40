import { getCaller, getQuota } from '../../shared/contract/accounts.ts';
import { getAttachmentPreview } from '../../shared/contract/attachments.ts';
import {
  createDraft,
  deleteDraft,
  getDraft,
  listDrafts,
  sendDraft,
  updateDraft,
} from '../../shared/contract/drafts.ts';
import { getMailboxPolicy } from '../../shared/contract/mailbox-policies.ts';
import { listMailboxes } from '../../shared/contract/mailboxes.ts';
import { getHealth } from '../../shared/contract/platform.ts';
import { getMessage, listMessages, markMessageRead, waitForMessage } from '../../shared/contract/reading.ts';
import { probeIdempotency, reply, send } from '../../shared/contract/sending.ts';
import { getThread, listThreads, starMessage } from '../../shared/contract/threads.ts';

/** Endpoints of the tools. */
export const ENDPOINTS = {
  ...{ getCaller, getQuota, getMailboxPolicy, listMailboxes, getHealth },
  ...{ listMessages, getMessage, waitForMessage, markMessageRead, getAttachmentPreview },
  ...{ listThreads, getThread, starMessage },
  ...{ send, reply, probeIdempotency },
  ...{ createDraft, listDrafts, getDraft, updateDraft, sendDraft, deleteDraft },
};
