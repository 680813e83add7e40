import type { getAttachmentPreview } from '../../../shared/contract/attachments.ts';
import type { ReplyOf } from '../../../shared/contract/endpoint.ts';
import type { Attachment } from '../../../shared/contract/messages.ts';
import { bad, type Cell, fields, gap, line, quiet, strong, table, type View, warning } from './document.ts';

export const attachmentList: View<{
  readonly message_id: string;
  readonly attachments: readonly (Attachment & { readonly index: number })[];
}> = ({ attachments }) => [
  table(
    [
      { title: '', align: 'right' },
      { title: 'name', flexible: true },
      { title: 'type', flexible: true },
      { title: 'bytes', align: 'right' },
      { title: 'scan' },
      { title: 'preview' },
    ],
    attachments.map((each) => [
      quiet(String(each.index)),
      each.filename ?? quiet('(no name)'),
      each.mime_mismatch ? warning(`${each.content_type} (not as declared)`) : each.content_type,
      String(each.size),
      scanCell(each),
      previewCell(each),
    ]),
    'The message has no attachments.',
  ),
];

function scanCell({ av_verdict, policy_action }: Attachment): Cell {
  if (av_verdict === 'infected') return bad('infected');
  if (policy_action !== 'deliver') return warning(policy_action);
  return av_verdict === 'clean' ? 'clean' : quiet(av_verdict === 'error' ? 'error' : 'no antivirus');
}

function previewCell({ preview_status, preview_reason_code }: Attachment): Cell {
  if (preview_status === null) return quiet('-');
  if (preview_status === 'ready') return 'ready';
  const reason = preview_reason_code === null ? '' : `: ${preview_reason_code}`;
  return preview_status === 'pending' ? quiet('pending') : warning(`${preview_status}${reason}`);
}

export const attachmentPreview: View<ReplyOf<typeof getAttachmentPreview>> = ({ attachment, preview }) => [
  line(strong(attachment.filename ?? '(no name)')),
  fields(
    ['type', attachment.content_type],
    ['bytes', String(attachment.size)],
    ...(preview.page_count === null ? [] : [['pages', String(preview.page_count)] as const]),
  ),
  gap,
  { kind: 'text', text: preview.content },
  ...(preview.truncated ? [line(quiet(cutNote(preview.content, preview.char_count)))] : []),
];

function cutNote(content: string, total: number | null): string {
  return `[${[...content].length} of ${total ?? 'many more'} characters shown]`;
}

export const downloaded: View<{
  readonly file: string;
  readonly bytes: number;
  readonly av_verdict: string;
}> = ({ file, bytes, av_verdict }) => [
  line('Saved', String(bytes), 'bytes to', strong(file)),
  ...(av_verdict === 'clean' ? [] : [line(quiet('It was not scanned for viruses.'))]),
];
