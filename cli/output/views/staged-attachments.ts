import type { ReplyOf } from '../../../shared/contract/endpoint.ts';
import type { getStagedAttachment, stageAttachment } from '../../../shared/contract/staged-attachments.ts';
import { bad, type Cell, fields, good, line, moment, quiet, strong, type View, warning } from './document.ts';

type Staged = ReplyOf<typeof stageAttachment>;

const STATUS: Readonly<Record<Staged['content_scan_status'], Cell>> = {
  pending: warning('being scanned'),
  clean: good('clean'),
  flagged: warning('flagged; the findings apply to its message'),
  error: bad("could not be scanned; it can't be sent"),
};

export const stagedAttachmentView: View<ReplyOf<typeof getStagedAttachment>> = (file) => {
  if ('status' in file) {
    return [
      line('Used by a message.'),
      fields(['message', file.consumed_message_id ?? quiet('-')], ['at', moment(file.consumed_at)]),
    ];
  }
  const reasons = (file.scan?.findings ?? []).map(({ reason, category }) => reason ?? category);
  return [
    fields(
      ['file', strong(file.filename)],
      ['type', file.content_type],
      ['bytes', String(file.size)],
      ['scan', STATUS[file.content_scan_status]],
      ...reasons.map((reason) => ['reason', warning(reason)] as const),
      ['expires', moment(file.expires_at)],
      ['sha-256', quiet(file.hash)],
      ['id', file.id],
    ),
  ];
};
