import { useState } from 'react';
import type { MailboxView, SendWindow } from '../../../../shared/contract/mailboxes.ts';
import { WEEKDAYS } from '../../../../shared/contract/mailboxes.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { useRuleChange } from './change-dialog.tsx';
import { changeRule } from './rules.ts';

const OFFICE_HOURS = { start: '09:00', end: '17:00', days: WEEKDAYS.slice(0, 5) };

/** Changes the hours in which agents may send. */
export function WindowDialog({
  mailbox,
  close,
}: {
  readonly mailbox: MailboxView;
  readonly close: () => void;
}) {
  const change = useRuleChange(close);
  const before = mailbox.send_window;
  const [isLimited, setLimited] = useState(before !== null);
  const shown = before ?? {
    ...OFFICE_HOURS,
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    outside_action: 'require_approval' as const,
  };
  const submit = (fields: FormData) =>
    void change.run(() => changeRule(mailbox, {}, { send_window: isLimited ? windowOf(fields) : null }));
  return (
    <Dialog
      title="When agents may send"
      confirm="Save"
      close={close}
      submit={submit}
      problem={change.problem}
      isBusy={change.isBusy}
    >
      <p>
        <label className="choice">
          <input type="checkbox" checked={isLimited} onChange={() => setLimited(!isLimited)} />
          Only at these times
        </label>
      </p>
      {isLimited && (
        <>
          <fieldset>
            <legend>Days</legend>
            {WEEKDAYS.map((day) => (
              <label key={day}>
                <input type="checkbox" name="days" value={day} defaultChecked={shown.days.includes(day)} />{' '}
                {day}
              </label>
            ))}
          </fieldset>
          <Field label="From" name="start" type="time" defaultValue={shown.start} required />
          <Field label="To" name="end" type="time" defaultValue={shown.end} required />
          <Field label="Time zone" name="timezone" defaultValue={shown.timezone} required />
          <p>
            <label className="choice">
              <input type="checkbox" name="block" defaultChecked={shown.outside_action === 'block'} />
              Refuse other sends, instead of holding them for you
            </label>
          </p>
        </>
      )}
    </Dialog>
  );
}

function windowOf(fields: FormData): SendWindow {
  const text = (name: string) => String(fields.get(name));
  const days = fields.getAll('days').map(String);
  return {
    days: WEEKDAYS.filter((day) => days.includes(day)),
    start: text('start'),
    end: text('end'),
    timezone: text('timezone'),
    outside_action: fields.has('block') ? 'block' : 'require_approval',
  };
}
