import * as notices from '../../../../shared/contract/notices.ts';
import { createTarget } from '../../../operation/notices/held/create.ts';
import { listTargets } from '../../../operation/notices/held/table.ts';
import { testTarget } from '../../../operation/notices/held/test-notice.ts';
import { deleteTarget, updateTarget } from '../../../operation/notices/held/update.ts';
import { type Binding, bind } from '../call.ts';

/** Who is told of held mail. */
export const noticeRoutes: readonly Binding[] = [
  bind(notices.createNoticeTarget, (context, principal, { body }) => createTarget(context, principal, body)),
  bind(notices.listNoticeTargets, (context, principal) => listTargets(context, principal)),
  bind(notices.updateNoticeTarget, updateTarget),
  bind(notices.deleteNoticeTarget, deleteTarget),
  bind(notices.testNoticeTarget, (context, principal, { params }) =>
    testTarget(context, principal, params.id),
  ),
];
