import * as labels from '../../../../shared/contract/labels.ts';
import * as threads from '../../../../shared/contract/threads.ts';
import { labelMessage, listLabels } from '../../../mail/messages/labels.ts';
import { starMessage } from '../../../mail/messages/star.ts';
import { getThread } from '../../../mail/threads/get.ts';
import { labelThread } from '../../../mail/threads/label.ts';
import { listThreads } from '../../../mail/threads/list.ts';
import { markThreadRead, starThread } from '../../../mail/threads/mark.ts';
import { type Binding, bind } from '../call.ts';

export const threadRoutes: readonly Binding[] = [
  bind(threads.listThreads, (context, principal, { params, query }) =>
    listThreads(context, principal, { mailboxReference: params.id, query }),
  ),
  bind(threads.getThread, (context, principal, { params, query }) =>
    getThread(context, principal, { reference: params.thread_id, query }),
  ),
  bind(threads.markThreadRead, markThreadRead),
  bind(threads.starThread, starThread),
  bind(threads.starMessage, starMessage),
  bind(labels.labelMessage, labelMessage),
  bind(labels.labelThread, labelThread),
  bind(labels.listLabels, listLabels),
];
