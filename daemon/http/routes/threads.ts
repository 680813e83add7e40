import * as threads from '../../../shared/contract/threads.ts';
import { starMessage } from '../../messages/star.ts';
import { getThread } from '../../threads/get.ts';
import { listThreads } from '../../threads/list.ts';
import { markThreadRead, starThread } from '../../threads/mark.ts';
import { type Binding, bind } from '../call.ts';

export const threadRoutes: readonly Binding[] = [
  bind(threads.listThreads, (context, principal, { params, query }) =>
    listThreads(context, principal, { mailboxReference: params.id, query }),
  ),
  bind(threads.getThread, (context, principal, { params, query }) =>
    getThread(context, principal, { reference: params.thread_id, query }),
  ),
  bind(threads.markThreadRead, (context, principal, { params }) =>
    markThreadRead(context, principal, { mailboxReference: params.id, reference: params.thread_id }),
  ),
  bind(threads.starThread, (context, principal, { params, body }) =>
    starThread(context, principal, params.id, params.thread_id, body),
  ),
  bind(threads.starMessage, (context, principal, { params, body }) =>
    starMessage(context, principal, params.id, body),
  ),
];
