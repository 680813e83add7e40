import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { LIMITS } from '../../../../shared/contract/limits.ts';
import { createNoticeTarget, updateNoticeTarget } from '../../../../shared/contract/notices.ts';
import { NOTICE_FORMATS, NOTICED_STATES } from '../../../../shared/contract/values.ts';
import { call, messageOf } from '../api.ts';
import { useMailboxes } from '../mailboxes.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { withProof } from '../proof/ask.ts';
import type { NoticeTarget } from './notices.tsx';

type Format = (typeof NOTICE_FORMATS)[number];

const FORMATS: Readonly<Record<Format, string>> = {
  email: 'Email',
  slack: 'Slack',
  discord: 'Discord',
  ntfy: 'ntfy',
};

const STATES: Readonly<Record<(typeof NOTICED_STATES)[number], string>> = {
  pending_review: 'Mail that agents want to send',
  quarantined: 'Mail in quarantine',
};

/** Asks where notices go, what they are about and when they are sent. */
export function NewNoticeDialog({ close }: { readonly close: () => void }) {
  const [format, setFormat] = useState<Format>('email');
  const { data } = useMailboxes();
  const formatId = useId();
  const mailboxId = useId();
  const create = useMutation({
    mutationFn: (fields: FormData) => {
      const address = String(fields.get('address')).trim();
      const mailbox = String(fields.get('mailbox'));
      return call(createNoticeTarget, {
        body: {
          format,
          ...(address !== '' && { address }),
          mailbox_ids: mailbox === '' ? null : [mailbox],
          states: NOTICED_STATES.filter((state) => fields.has(state)),
          ...timingOf(fields),
        },
      });
    },
    onSuccess: close,
  });
  return (
    <Dialog
      title="Add a notification"
      confirm="Save"
      close={close}
      submit={create.mutate}
      isBusy={create.isPending}
      problem={create.error ? messageOf(create.error) : undefined}
    >
      <p className="field">
        <label htmlFor={formatId}>Channel</label>
        <select id={formatId} value={format} onChange={(event) => setFormat(event.target.value as Format)}>
          {NOTICE_FORMATS.map((each) => (
            <option key={each} value={each}>
              {FORMATS[each]}
            </option>
          ))}
        </select>
      </p>
      {format === 'email' ? (
        <Field key="email" label="Address (empty: your account's)" name="address" type="email" />
      ) : (
        <Field key="url" label="URL (not shown again)" name="address" type="url" required />
      )}
      <p className="field">
        <label htmlFor={mailboxId}>Mailbox</label>
        <select id={mailboxId} name="mailbox">
          <option value="">All mailboxes</option>
          {data?.mailboxes.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </p>
      {NOTICED_STATES.map((state) => (
        <p key={state}>
          <label className="choice">
            <input type="checkbox" name={state} defaultChecked />
            {STATES[state]}
          </label>
        </p>
      ))}
      <TimingFields minutes={0} most={LIMITS.noticesPerHour.default} />
    </Dialog>
  );
}

interface TimingOptions {
  readonly notice: NoticeTarget;
  readonly close: () => void;
}

/** Changes when notices are sent. */
export function TimingDialog({ notice, close }: TimingOptions) {
  const { id, address, digest_minutes: minutes, max_per_hour: most } = notice;
  const update = useMutation({
    mutationFn: (fields: FormData) => {
      const body = timingOf(fields);
      return withProof({
        scope: 'notices_loosen',
        values: { ...body, notice_id: id },
        act: (proof) => call(updateNoticeTarget, { params: { id }, body: { ...body, ...proof } }),
      });
    },
    onSuccess: (isMade) => isMade && close(),
  });
  return (
    <Dialog
      title={`Notifications for ${address}`}
      confirm="Save"
      close={close}
      submit={update.mutate}
      isBusy={update.isPending}
      problem={update.error ? messageOf(update.error) : undefined}
    >
      <TimingFields minutes={minutes} most={most} />
    </Dialog>
  );
}

function TimingFields({ minutes, most }: { readonly minutes: number; readonly most: number }) {
  const { noticeDigestMinutes, noticesPerHour } = LIMITS;
  return (
    <>
      <Field
        label="Minutes between notices (0: send at once)"
        name="digest"
        type="number"
        min={0}
        max={noticeDigestMinutes}
        required
        defaultValue={minutes}
      />
      <Field
        label="At most this many per hour"
        name="most"
        type="number"
        min={1}
        max={noticesPerHour.max}
        required
        defaultValue={most}
      />
    </>
  );
}

function timingOf(fields: FormData) {
  return { digest_minutes: Number(fields.get('digest')), max_per_hour: Number(fields.get('most')) };
}
