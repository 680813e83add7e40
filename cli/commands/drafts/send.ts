import { command, flag, result, text } from '../../command.ts';
import { chooseDraft, draftArgument, loadLookup } from '../../drafting/draft.ts';
import { mailboxFlag } from '../../mailbox.ts';
import { exitOf, SEND_EXITS, type SendHeaders } from '../../sending/deliver.ts';
import { acceptedDraft } from '../../views/drafts.ts';
import { sentMessage } from '../../views/sending.ts';

export const draftsSend = command({
  name: ['drafts', 'send'],
  summary: 'Send a draft now.',
  flags: {
    mailbox: mailboxFlag,
    isAsync: flag('--async', 'Do not wait for what comes of it.'),
    idempotencyKey: text(
      '--idempotency-key <KEY>',
      'With the same key again it is not sent twice. Default: a new one.',
    ),
  },
  arguments: { draft: draftArgument },
  examples: [
    { command: 'agentmail drafts send 4f1c9a22', about: 'past the same rules as any other message' },
  ],
  endpoints: async () => {
    const { sendDraft } = await import('../../../shared/contract/drafts.ts');
    return { sendDraft, ...(await loadLookup()) };
  },
  exits: SEND_EXITS,
  run: async (context, { draft, mailbox, isAsync, idempotencyKey }, endpoints) => {
    const id = await chooseDraft(context, draft, mailbox, endpoints);
    const client = await context.client();
    const headers: SendHeaders = {
      'idempotency-key': idempotencyKey ?? context.world.randomId(),
      ...(isAsync && { prefer: 'respond-async' }),
    };
    const reply = await client.call(endpoints.sendDraft, { params: { id }, headers });
    if ('draft_id' in reply) return result(reply, acceptedDraft);
    return result(reply, sentMessage, exitOf(reply));
  },
});
