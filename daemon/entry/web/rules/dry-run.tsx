import { useMutation } from '@tanstack/react-query';
import type { SyntheticEvent } from 'react';
import { type PolicyPreview, previewPolicy } from '../../../../shared/contract/mailbox-policies.ts';
import type { MailboxView } from '../../../../shared/contract/mailboxes.ts';
import { checksOf, outcomeWord } from '../../../../shared/policy-checks.ts';
import { call, messageOf } from '../api.ts';
import { Field } from '../parts/field.tsx';
import { MailLine } from '../parts/mail-text.tsx';
import { TextArea } from '../parts/text-area.tsx';

const CLASS_OF: Readonly<Record<string, string>> = {
  pass: 'good',
  passes_all_checks_run: 'good',
  would_hold: 'warn',
  would_block: 'bad',
};

/** Shows each gate that a send of an agent would pass or fail, without sending. */
export function DryRun({ mailbox: { id, name } }: { readonly mailbox: MailboxView }) {
  const preview = useMutation({
    mutationFn: (fields: FormData) => {
      const text = (field: string) => String(fields.get(field)).trim();
      const content = { subject: text('subject'), body: text('body') };
      const hasContent = content.body !== '';
      return call(previewPolicy, {
        params: { id },
        body: {
          to: text('to'),
          origin: fields.has('human') ? 'human' : 'agent',
          ...(content.subject !== '' && { subject: content.subject }),
          ...(hasContent && { body: content.body, run_content_scan: true }),
        },
      });
    },
  });
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    preview.mutate(new FormData(event.currentTarget));
  };
  return (
    <section aria-label="Dry run">
      <h2>Dry run</h2>
      <p className="quiet">What would happen to a message of {name}. Nothing is sent, stored or charged.</p>
      <form onSubmit={submit} className="card">
        <Field label="To" name="to" required />
        <Field label="Subject (optional)" name="subject" />
        <TextArea label="Text (optional, scanned)" name="body" rows={3} />
        <p>
          <label className="choice">
            <input type="checkbox" name="human" />
            Sent by you, and not by an agent
          </label>
        </p>
        <button type="submit" disabled={preview.isPending}>
          Check
        </button>
      </form>
      {preview.error && <p role="alert">{messageOf(preview.error)}</p>}
      <div role="status">{preview.data && <Gates preview={preview.data} />}</div>
    </section>
  );
}

function Gates({ preview }: { readonly preview: PolicyPreview }) {
  return (
    <>
      <p className={CLASS_OF[preview.result]}>
        <MailLine text={preview.result_summary} />
      </p>
      <div className="scrolls">
        <table>
          <thead>
            <tr>
              <th>gate</th>
              <th>outcome</th>
              <th>why</th>
            </tr>
          </thead>
          <tbody>
            {preview.trace.flatMap(checksOf).map(({ gate, outcome, reason, remedy }) => (
              <tr key={gate}>
                <td>{gate}</td>
                <td className={CLASS_OF[outcome] ?? 'quiet'}>{outcomeWord(outcome)}</td>
                <td>
                  {reason !== null && <MailLine text={reason} />}
                  {remedy !== null && (
                    <p className="quiet">
                      <MailLine text={remedy} />
                    </p>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {preview.warnings.map(({ code, message }) => (
        <p key={code} className="warn">
          {message}
        </p>
      ))}
    </>
  );
}
