import * as attachments from '../../../../shared/contract/attachments.ts';
import { getAttachment, getLinkedContent } from '../../../mail/attachments/access.ts';
import { getAttachmentPreview } from '../../../mail/attachments/preview.ts';
import { type Binding, bind, bindOpen, Content } from '../call.ts';

/** Attachments of messages: previews, links and bytes. */
export const attachmentRoutes: readonly Binding[] = [
  bind(attachments.getAttachment, async (context, principal, { params, accept }) => {
    const found = await getAttachment(context, principal, { id: params.id, index: params.idx, accept });
    return 'bytes' in found ? new Content(found.bytes, found.headers) : found;
  }),
  bindOpen(attachments.getAttachmentContent, async (context, { params }) => {
    const { bytes, headers } = await getLinkedContent(context, params.token);
    return new Content(bytes, headers);
  }),
  bind(attachments.getAttachmentPreview, getAttachmentPreview),
];
