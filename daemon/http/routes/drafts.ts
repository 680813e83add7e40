import * as contract from '../../../shared/contract/drafts.ts';
import { createDraft } from '../../drafts/create.ts';
import { deleteDraft } from '../../drafts/delete.ts';
import { getDraft, listDrafts } from '../../drafts/read.ts';
import { sendDraft } from '../../drafts/send.ts';
import { updateDraft } from '../../drafts/update.ts';
import { readIdempotencyKey } from '../../outbound/idempotency.ts';
import { Answer, type Binding, bind } from '../call.ts';
import { readPreferences } from '../prefer.ts';

export const draftRoutes: readonly Binding[] = [
  bind(contract.createDraft, async (context, principal, { body, idempotencyKey }) => {
    const key = readIdempotencyKey(idempotencyKey);
    const { draft, isNew } = await createDraft(context, principal, { body, key });
    return isNew ? new Answer(draft, {}, 201) : new Answer({ ...draft, replayed: true as const }, {}, 200);
  }),
  bind(contract.listDrafts, listDrafts),
  bind(contract.getDraft, (context, principal, { params }) => getDraft(context, principal, params.id)),
  bind(contract.updateDraft, updateDraft),
  bind(contract.sendDraft, async (context, principal, { params, body, idempotencyKey, prefer }) => {
    const key = readIdempotencyKey(idempotencyKey);
    const { async } = readPreferences(prefer);
    const reply = await sendDraft(context, principal, {
      id: params.id,
      idempotencyKey: key,
      async,
      seenRevision: body.revision,
    });
    if (!('draft_id' in reply)) return new Answer(reply);
    return new Answer(reply, { 'preference-applied': 'respond-async' }, 202);
  }),
  bind(contract.deleteDraft, (context, principal, { params }) => deleteDraft(context, principal, params.id)),
];
