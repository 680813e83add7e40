import { getCaller, getQuota } from '../contract/accounts.ts';
import { getAttachmentPreview } from '../contract/attachments.ts';
import { answerInvitation } from '../contract/calendar-replies.ts';
import {
  createDraft,
  deleteDraft,
  getDraft,
  listDrafts,
  sendDraft,
  updateDraft,
} from '../contract/drafts.ts';
import { forward } from '../contract/forwarding.ts';
import { labelMessage } from '../contract/labels.ts';
import { getMailboxPolicy } from '../contract/mailbox-policies.ts';
import { listMailboxes } from '../contract/mailboxes.ts';
import { addNamedAddress } from '../contract/named-addresses.ts';
import { waitForCode } from '../contract/one-time-codes.ts';
import { getHealth } from '../contract/platform.ts';
import {
  getMessage,
  listMessages,
  markMessageRead,
  waitForDecision,
  waitForMessage,
} from '../contract/reading.ts';
import { searchMessages } from '../contract/search.ts';
import { reply, send } from '../contract/sending.ts';
import { stageAttachment } from '../contract/staged-attachments.ts';
import { getThread, listThreads, starMessage } from '../contract/threads.ts';

/** Endpoints of the tools. */
export const ENDPOINTS = {
  ...{ getCaller, getQuota, getMailboxPolicy, listMailboxes, addNamedAddress, getHealth },
  ...{ listMessages, searchMessages, getMessage, waitForMessage, markMessageRead, getAttachmentPreview },
  ...{ listThreads, getThread, starMessage, labelMessage },
  ...{
    send,
    reply,
    forward,
    answerInvitation,
    waitForDecision,
    waitForCode,
    stageAttachment,
  },
  ...{ createDraft, listDrafts, getDraft, updateDraft, sendDraft, deleteDraft },
};
