import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { BodyInputOf } from '../../../../shared/contract/endpoint.ts';
import type { MailboxView } from '../../../../shared/contract/mailboxes.ts';
import type { MessageDetail } from '../../../../shared/contract/messages.ts';
import { editMessage } from '../../../../shared/contract/review.ts';
import { addressLine, splitAddresses } from '../../../../shared/recipient-words.ts';
import { whyNotWhole } from '../../../../shared/review/sentences.ts';
import { call, messageOf } from '../api.ts';
import { detailKey, readDetail } from '../message/message.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { randomKey } from '../random-key.ts';

type Changes = BodyInputOf<typeof editMessage>;

interface Options {
  readonly id: string;
  readonly mailboxes: ReadonlyMap<string, MailboxView>;
  readonly close: () => void;
  readonly edited: () => void;
}

/** Changes a held message and sends the person's version in its place. */
export function EditDialog({ id, mailboxes, close, edited }: Options) {
  const { data: detail } = useQuery({ queryKey: detailKey(id), queryFn: () => readDetail(id) });
  const text = useId();
  // One key for all attempts: a repeated one can't send twice.
  const [idempotencyKey] = useState(randomKey);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  if (!detail) return null;
  const refusal = whyNotWhole(detail, mailboxes.get(detail.mailbox_id)?.pii_mode);
  if (refusal !== null) {
    return <Dialog title={`It can't be edited here. ${refusal}`} confirm="OK" close={close} submit={close} />;
  }
  const submit = (fields: FormData) => {
    const changes = changesOf(detail, fields);
    if (Object.keys(changes).length === 0) return setProblem('Nothing was changed.');
    const reason = String(fields.get('reason')).trim();
    setBusy(true);
    const body = { ...changes, ...(reason !== '' && { reason }) };
    return call(editMessage, { params: { id }, body, idempotencyKey })
      .then(edited, (error: unknown) => setProblem(`Not sent: ${messageOf(error)}`))
      .finally(() => setBusy(false));
  };
  return (
    <Dialog
      title="Edit and send"
      confirm="Send"
      close={close}
      submit={submit}
      problem={problem}
      isBusy={isBusy}
    >
      <p className="quiet">
        Your version is sent at once, and the original stays unsent.
        {detail.has_html && ' With another text, it is sent as text alone, without the HTML.'}
      </p>
      <Field label="To" name="to" defaultValue={addressLine(detail, 'to')} required />
      {COPIES.map(([role, label]) => {
        const line = addressLine(detail, role);
        return line === '' ? null : <Field key={role} label={label} name={role} defaultValue={line} />;
      })}
      <Field label="Subject" name="subject" defaultValue={detail.subject} required />
      <p className="field">
        <label htmlFor={text}>Text</label>
        <textarea id={text} name="body" rows={12} defaultValue={detail.body.content ?? ''} required />
      </p>
      <Field label="Reason (optional)" name="reason" />
    </Dialog>
  );
}

const COPIES = [
  ['cc', 'Cc'],
  ['bcc', 'Bcc'],
] as const;

/** The fields that differ. A new text would contradict the HTML, so it drops it. */
function changesOf(detail: MessageDetail, fields: FormData): Partial<Changes> {
  const { subject, body, has_html } = detail;
  const value = (name: string) => String(fields.get(name));
  const isOther = (role: 'to' | 'cc' | 'bcc') => {
    const line = addressLine(detail, role);
    return line !== '' && value(role).trim() !== line;
  };
  const normal = (written: string) => written.replace(/\r\n?/g, '\n').trimEnd();
  const text = normal(value('body'));
  const hasNewText = text !== normal(body.content ?? '');
  return {
    ...(isOther('to') && { to: splitAddresses(value('to')) }),
    ...(isOther('cc') && { cc: splitAddresses(value('cc')) }),
    ...(isOther('bcc') && { bcc: splitAddresses(value('bcc')) }),
    ...(value('subject') !== subject && { subject: value('subject') }),
    ...(hasNewText && { body: text, ...(has_html && { html: null }) }),
  };
}
