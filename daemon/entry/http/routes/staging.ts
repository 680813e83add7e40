import * as staged from '../../../../shared/contract/staged-attachments.ts';
import { stageAttachment } from '../../../mail/attachments/staging/stage.ts';
import { getStagedAttachment } from '../../../mail/attachments/staging/table.ts';
import { type Binding, bind } from '../call.ts';

/** Uploads. */
export const stagingRoutes: readonly Binding[] = [
  bind(staged.stageAttachment, (context, principal, { body }) => stageAttachment(context, principal, body)),
  bind(staged.getStagedAttachment, (context, principal, { params }) =>
    getStagedAttachment(context, principal, params.id),
  ),
];
