import type { z } from 'zod';
import type { draftAccepted, draftSendReply } from '../../../shared/contract/drafts.ts';
import type { ErrorCode } from '../../../shared/contract/errors.ts';
import type { SendReply } from '../../../shared/contract/messages.ts';
import type { Principal } from '../../access/principal.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import { type MailboxRow, mailboxById } from '../../rules/mailboxes/table.ts';
import type { MailContext } from '../context.ts';
import { assertRevision, assertUnsent, type DraftRow, resolveDraft } from '../messages/drafts/table.ts';
import { viewScan } from '../messages/project.ts';
import { replayAnswer } from '../outbound/answer.ts';
import { kindInThread } from '../outbound/kind-in-thread.ts';
import { oncePerKey } from '../outbound/once.ts';
import type { KeyedOptions } from '../outbound/preferences.ts';
import { processInBackground, processWithRetry } from '../outbound/process-with-retry.ts';
import type { DraftTrigger, Submission } from '../outbound/submission.ts';
import { admit, messageRow, outcomeAnswer } from '../outbound/submit.ts';
import { assertLive } from './permission.ts';
import { worstDecisionOf } from './project.ts';
import { storedContent, storedDraftThread } from './stored.ts';

export type DraftSendReply = z.output<typeof draftSendReply>;
export type DraftAccepted = z.output<typeof draftAccepted>;

export interface DraftSendCall {
  readonly id: string;
  readonly options: KeyedOptions;
  /** Revision that the caller has seen. */
  readonly seenRevision: number | undefined;
}

/** `POST /v1/drafts/:id/send`: sends a draft through the same gates as any message. */
export async function sendDraft(
  context: MailContext,
  principal: Principal,
  { id, options, seenRevision }: DraftSendCall,
): Promise<DraftSendReply | DraftAccepted> {
  const row = await resolveDraft(context.store.read, principal, { id, unbound: 'denied_403' });
  return oncePerKey<DraftSendReply | DraftAccepted>(context, {
    intent: { principal, mailboxId: row.mailbox_id, options, namespace: 'draft', fields: null },
    replay: async ({ bound, differs }) => {
      if (bound.message_id !== id) throw new ServiceError('IDEMPOTENCY_KEY_BOUND_TO_DRAFT');
      // The key that created the draft may send it too; only a key that sent it is a replay.
      if (row.sent_key !== options.key) return undefined;
      const message = await messageRow(context, id);
      return withoutHtml(await replayAnswer(context, principal, { row: message, differs }));
    },
    act: async (key) => {
      const { async } = options.preferences;
      const trigger = async ? 'async' : 'sync';
      const submission = await submissionOf(context, principal, { row, trigger, seenRevision });
      await admit(context, { submission, attempt: { origin: 'send', draftId: null }, key }).catch(
        (refusal: unknown) => {
          throw ofAgentsChange(refusal, { principal, submission });
        },
      );
      if (async) {
        void processInBackground(context, id);
        return { draft_id: id, message_id: id, status: 'dispatching' };
      }
      return finishNow(context, submission, id);
    },
  });
}

interface Departing {
  readonly row: DraftRow;
  readonly trigger: DraftTrigger;
  readonly seenRevision?: number | undefined;
}

/** The draft as a submission of its sender. */
export async function submissionOf(
  context: MailContext,
  principal: Principal,
  { row, trigger, seenRevision }: Departing,
): Promise<Submission> {
  const db = context.store.read;
  const mailbox: MailboxRow = assertLive(await mailboxById(db, row.mailbox_id));
  assertUnsent(row);
  assertRevision(row, seenRevision);
  const isSeen = seenRevision !== undefined && principal.origin === 'human';
  const isOfAgent = row.changed_by_agent && !isSeen;
  const content = await storedContent(db, row);
  const { thread, answersId } = storedDraftThread(row);
  const { to } = content.addressees;
  const kind = await kindInThread(context, { principal, mailbox }, { thread, answersId, to });
  const files = await db
    .selectFrom('attachments')
    .select('upload_id')
    .where('message_id', '=', row.id)
    .orderBy('position')
    .execute();
  return {
    principal: { ...principal, origin: isOfAgent ? 'agent' : principal.origin },
    mailbox,
    kind,
    ...content.addressees,
    subject: content.subject,
    body: content.body,
    thread,
    attachmentIds: files.flatMap(({ upload_id }) => upload_id ?? []),
    draft: {
      id: row.id,
      revision: row.revision,
      seen: isSeen,
      trigger,
    },
  };
}

/** Refusals that bind agents only. */
const FOR_AGENTS: ReadonlySet<ErrorCode> = new Set([
  'AGENT_SENDING_DISABLED',
  'RECIPIENT_AGENT_CONTAINED',
  'SEND_WINDOW_CLOSED',
  'AUTOMATIC_MAIL',
  'REPLY_LOOP_DETECTED',
]);

/**
 * Tells a person who is refused as an agent that an agent changed the draft, and which revision to look at.
 */
function ofAgentsChange(
  refusal: unknown,
  { principal, submission }: { readonly principal: Principal; readonly submission: Submission },
): unknown {
  const isAsked = principal.origin === 'human' && submission.principal.origin === 'agent';
  if (!isAsked || !(refusal instanceof ServiceError) || !FOR_AGENTS.has(refusal.code)) return refusal;
  return new ServiceError(refusal.code, { reason: 'changed_by_agent', revision: submission.draft?.revision });
}

async function finishNow(context: MailContext, submission: Submission, id: string): Promise<DraftSendReply> {
  await processWithRetry(context, id);
  const { state, scan } = await messageRow(context, id);
  if (state === 'draft' && scan !== null) {
    throw new ServiceError('DRAFT_REJECTED_BY_RESCAN', {
      worst_decision: worstDecisionOf(scan),
      scan: viewScan(scan, 'summary'),
    });
  }
  return withoutHtml(await outcomeAnswer(context, submission.principal, { messageId: id }));
}

function withoutHtml(reply: SendReply): DraftSendReply {
  const { html_sanitized: _, removed_categories: __, ...rest } = reply;
  return rest;
}
