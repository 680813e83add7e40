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
  bind(review.releaseMessage, releaseMessage),
  bind(review.blockMessage, blockMessage),
  bind(review.approveMessage, approveMessage),
  bind(review.denyMessage, denyMessage),
  bind(review.editMessage, (context, principal, { params, body, idempotencyKey }) =>
    editMessage(context, principal, { params, body, key: readIdempotencyKey(idempotencyKey) }),
  ),
  bind(review.deleteMessage, (context, principal, { params }) =>
    deleteMessage(context, principal, params.id),
  ),
];
