import * as contract from '../../../../shared/contract/drafts.ts';
import { createDraft } from '../../../mail/drafts/create.ts';
import { deleteDraft } from '../../../mail/drafts/delete.ts';
import { getDraft, listDrafts } from '../../../mail/drafts/read.ts';
import { sendDraft } from '../../../mail/drafts/send.ts';
import { updateDraft } from '../../../mail/drafts/update.ts';
import { replayFields } from '../../../mail/outbound/answer.ts';
import { Answer, type Binding, bind } from '../call.ts';
import { readKeyed } from '../prefer.ts';

export const draftRoutes: readonly Binding[] = [
  bind(contract.createDraft, async (context, principal, { body, ...call }) => {
    const options = readKeyed(call, ['idempotency']);
    const { applied } = options.preferences;
    const { draft, repeated } = await createDraft(context, principal, { body, options });
    return repeated === null
      ? new Answer(draft, applied, 201)
      : new Answer({ ...draft, ...replayFields(repeated.differs) }, applied, 200);
  }),
  bind(contract.listDrafts, listDrafts),
  bind(contract.getDraft, (context, principal, { params }) => getDraft(context, principal, params.id)),
  bind(contract.updateDraft, updateDraft),
  bind(contract.sendDraft, async (context, principal, { params, body, ...call }) => {
    const asked = { id: params.id, options: readKeyed(call, ['idempotency']), seenRevision: body.revision };
    const reply = await sendDraft(context, principal, asked);
    if (!('draft_id' in reply)) return new Answer(reply);
    return new Answer(reply, { 'preference-applied': 'respond-async' }, 202);
  }),
  bind(contract.deleteDraft, (context, principal, { params }) => deleteDraft(context, principal, params.id)),
];
