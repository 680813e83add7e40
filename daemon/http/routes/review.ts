import * as review from '../../../shared/contract/review.ts';
import { deleteMessage } from '../../messages/delete.ts';
import { readIdempotencyKey } from '../../outbound/idempotency.ts';
import { approveMessage } from '../../review/approve.ts';
import { blockMessage } from '../../review/block.ts';
import { denyMessage } from '../../review/deny.ts';
import { editMessage } from '../../review/edit.ts';
import { releaseMessage } from '../../review/release.ts';
import { type Binding, bind } from '../call.ts';

/** Decisions on held messages, and deletion. */
export const reviewRoutes: readonly Binding[] = [
  bind(review.releaseMessage, (context, principal, { params, body }) =>
    releaseMessage(context, principal, params.id, body),
  ),
  bind(review.blockMessage, (context, principal, { params, body }) =>
    blockMessage(context, principal, params.id, body),
  ),
  bind(review.approveMessage, (context, principal, { params, body }) =>
    approveMessage(context, principal, params.id, body),
  ),
  bind(review.denyMessage, (context, principal, { params, body }) =>
    denyMessage(context, principal, params.id, body),
  ),
  bind(review.editMessage, (context, principal, { params, body, idempotencyKey }) =>
    editMessage(context, principal, params.id, body, readIdempotencyKey(idempotencyKey)),
  ),
  bind(review.deleteMessage, (context, principal, { params }) =>
    deleteMessage(context, principal, params.id),
  ),
];
