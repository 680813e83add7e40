import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getAttachmentPreview } from '../../../../shared/contract/attachments.ts';
import type { MessageDetail } from '../../../../shared/contract/messages.ts';
import { call, messageOf } from '../api.ts';
import { MailLine, MailText } from '../parts/mail-text.tsx';
import { File } from './file.tsx';

const LONGEST_NAME = 2000;

const FAILURES: Readonly<Record<string, string>> = {
  encrypted: 'it is protected by a password',
  malformed: 'it is damaged, or of another type',
  no_text: 'it has none',
  scan_incomplete: "its scan wasn't completed",
};

/** The attachments of a message, each with its text on demand. */
export function Attachments({
  detail,
  mayDownload,
}: {
  readonly detail: MessageDetail;
  readonly mayDownload: boolean;
}) {
  if (detail.attachments.length === 0) return null;
  return (
    <section aria-label="Attachments" className="attachments">
      {detail.attachments.map((each, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the index is the name of an attachment
        <Attachment key={index} id={detail.id} index={index} attachment={each} mayDownload={mayDownload} />
      ))}
    </section>
  );
}

interface Options {
  readonly id: string;
  readonly index: number;
  readonly attachment: MessageDetail['attachments'][number];
  /** The mailbox allows downloads of some types; the daemon decides about each file. */
  readonly mayDownload: boolean;
}

function Attachment({ id, index, attachment: each, mayDownload }: Options) {
  const [isOpen, setOpen] = useState(false);
  const isBad = each.av_verdict === 'infected' || each.policy_action !== 'deliver' || each.mime_mismatch;
  const facts = [
    each.sniffed_mime_type ?? each.content_type,
    sizeOf(each.size),
    ...(each.mime_mismatch ? [`declared as ${each.declared_mime_type}`] : []),
    each.av_verdict === 'skipped' ? 'not checked for malware' : `malware: ${each.av_verdict}`,
    ...(each.policy_action === 'deliver' ? [] : [each.policy_action]),
  ];
  return (
    <div className={isBad ? 'bad' : undefined}>
      <strong>
        <MailLine text={(each.filename ?? '(no name)').slice(0, LONGEST_NAME)} />
      </strong>{' '}
      <MailLine text={facts.join(', ')} />{' '}
      {each.preview_kind === 'text' && (
        <button type="button" className="link" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide the text' : 'Show the text'}
        </button>
      )}
      {each.preview_kind === null && <span className="quiet">{whyNoText(each)}</span>}{' '}
      {mayDownload && <File id={id} index={index} isPicture={each.content_type.startsWith('image/')} />}
      {isOpen && <Preview id={id} index={index} />}
    </div>
  );
}

function whyNoText({ preview_status: status, preview_reason_code: code }: Options['attachment']): string {
  if (status === 'pending') return 'Its text is being read.';
  if (status === 'failed') return `No text: ${FAILURES[code ?? ''] ?? 'reading it takes too much'}.`;
  if (status === 'blocked') return `Its text is withheld: ${code ?? 'the scan blocked it'}.`;
  return 'Text of this type is not shown.';
}

function Preview({ id, index }: { readonly id: string; readonly index: number }) {
  const { data, error } = useQuery({
    queryKey: ['preview', id, index],
    queryFn: () => call(getAttachmentPreview, { params: { id, idx: index } }),
  });
  if (error) return <p role="alert">{messageOf(error)}</p>;
  if (!data) return <p className="quiet">Loading…</p>;
  return (
    <div className="mail-text preview">
      <MailText text={data.preview.content} />
      {data.preview.truncated && <p className="warn">[only the beginning]</p>}
    </div>
  );
}

function sizeOf(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
