import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createMailbox } from '../../../../shared/contract/mailboxes.ts';
import { call, messageOf } from '../api.ts';
import { MAILBOXES } from '../mailboxes.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { say } from '../parts/toast.tsx';

/** Creates a mailbox, guarded unless the person chooses otherwise. */
export function MailboxDialog({ close }: { readonly close: () => void }) {
  const queries = useQueryClient();
  const create = useMutation({
    mutationFn: (fields: FormData) =>
      call(createMailbox, {
        body: {
          name: String(fields.get('name')).trim(),
          preset: fields.get('preset') === 'open' ? 'open' : 'guarded',
        },
      }),
    onSuccess: ({ address }) => {
      void queries.invalidateQueries({ queryKey: MAILBOXES });
      say(`Created ${address}.`);
      close();
    },
  });
  return (
    <Dialog
      title="Create a mailbox"
      confirm="Create"
      close={close}
      submit={create.mutate}
      isBusy={create.isPending}
      problem={create.error ? messageOf(create.error) : undefined}
    >
      <Field label="Name, before the @" name="name" required autoComplete="off" />
      <p>
        <label className="choice">
          <input type="radio" name="preset" value="guarded" defaultChecked />
          <span>
            <strong>Guarded.</strong> You approve everything that agents send, and only to recipients that you
            allow.
          </span>
        </label>
      </p>
      <p>
        <label className="choice">
          <input type="radio" name="preset" value="open" />
          <span>
            <strong>Open.</strong> Agents send to anyone, without your approval.
          </span>
        </label>
      </p>
    </Dialog>
  );
}
