import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { MailboxView } from '../../../../shared/contract/mailboxes.ts';
import { send } from '../../../../shared/contract/sending.ts';
import { simulateInbound } from '../../../../shared/contract/simulator.ts';
import { INBOUND_SCENARIOS } from '../../../../shared/contract/values.ts';
import { call, messageOf } from '../api.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { randomKey } from '../random-key.ts';
import { MAIL } from './list.tsx';

const SCENARIOS: Readonly<Record<(typeof INBOUND_SCENARIOS)[number], string>> = {
  clean: 'An ordinary message arrives.',
  prompt_injection_quarantined: 'A message with hidden instructions arrives, and is quarantined.',
};

const SUBJECT = 'Test message';
const TEXT = 'This is a test message from agentmail.';

/** Makes a test message arrive, or sends one. */
export function TestDialog({
  mailbox,
  close,
}: {
  readonly mailbox: MailboxView;
  readonly close: () => void;
}) {
  const queries = useQueryClient();
  const [kind, setKind] = useState<(typeof INBOUND_SCENARIOS)[number] | 'send'>('clean');
  // One key for all attempts: a repeated one can't send twice.
  const [idempotencyKey] = useState(randomKey);
  const test = useMutation({
    mutationFn: (fields: FormData): Promise<unknown> =>
      kind === 'send'
        ? call(send, {
            body: {
              from_mailbox: mailbox.id,
              to: String(fields.get('to')).trim(),
              subject: SUBJECT,
              body: TEXT,
            },
            idempotencyKey,
          })
        : call(simulateInbound, { body: { mailbox_id: mailbox.id, scenario: kind } }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: MAIL });
      close();
    },
  });
  return (
    <Dialog
      title="Test message"
      confirm={kind === 'send' ? 'Send' : 'Receive'}
      close={close}
      submit={test.mutate}
      isBusy={test.isPending}
      problem={test.error ? messageOf(test.error) : undefined}
    >
      {INBOUND_SCENARIOS.map((scenario) => (
        <p key={scenario}>
          <label className="choice">
            <input type="radio" name="kind" checked={kind === scenario} onChange={() => setKind(scenario)} />
            {SCENARIOS[scenario]}
          </label>
        </p>
      ))}
      <p>
        <label className="choice">
          <input type="radio" name="kind" checked={kind === 'send'} onChange={() => setKind('send')} />
          {mailbox.name} sends one.
        </label>
      </p>
      {kind === 'send' && <Field label="To" name="to" type="email" required />}
    </Dialog>
  );
}
