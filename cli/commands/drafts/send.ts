import { command, flag, result, text } from '../../command.ts';
import { chooseDraft, draftArgument, loadLookup } from '../../drafting/draft.ts';
import { askToSend, revisionFlag } from '../../drafting/seen.ts';
import { given } from '../../given.ts';
import { mailboxFlag } from '../../mailbox.ts';
import { exitOf, SEND_EXITS, type SendHeaders } from '../../sending/deliver.ts';
import { acceptedDraft } from '../../views/drafts.ts';
import { sentMessage } from '../../views/sending.ts';

export const draftsSend = command({
  name: ['drafts', 'send'],
  summary: 'Send a draft now.',
  description:
    'At a terminal, shows the draft and asks first; if it changes meanwhile, it is not sent. Without a terminal, pass ' +
    'the --revision that you saw: otherwise a draft changed by an agent is reviewed like mail from that agent.',
  flags: {
    mailbox: mailboxFlag,
    revision: revisionFlag,
    isAsync: flag('--async', 'Return without waiting for the result.'),
    idempotencyKey: text('--idempotency-key <KEY>', 'Send only once for this key. Default: a new key.'),
  },
  arguments: { draft: draftArgument },
  examples: [
    { command: 'agentmail drafts send 4f1c9a22', about: 'send it under the same rules as any message' },
    {
      command: 'agentmail drafts send 4f1c9a22 --revision 3',
      about: 'send it only if it has not changed since',
    },
  ],
  endpoints: async () => {
    const { sendDraft, getDraft } = await import('../../../shared/contract/drafts.ts');
    return { sendDraft, getDraft, ...(await loadLookup()) };
  },
  codes: ['NOT_SENT'],
  exits: SEND_EXITS,
  run: async (context, { draft, mailbox, revision, isAsync, idempotencyKey }, endpoints) => {
    const id = await chooseDraft(context, draft, mailbox, endpoints);
    const seen = revision ?? (await askToSend(context, id, endpoints.getDraft));
    const client = await context.client();
    const headers: SendHeaders = {
      'idempotency-key': idempotencyKey ?? context.world.randomId(),
      ...(isAsync && { prefer: 'respond-async' }),
    };
    const reply = await client.call(endpoints.sendDraft, {
      params: { id },
      body: given({ revision: seen }),
      headers,
    });
    if ('draft_id' in reply) return result(reply, acceptedDraft);
    return result(reply, sentMessage, exitOf(reply));
  },
});
