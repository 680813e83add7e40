import { CalendarDays, Check, Copy } from 'lucide-react';
import { useState } from 'react';
import type { Calendar, CalendarTime } from '../../../../shared/contract/calendars.ts';
import type { MessageDetail } from '../../../../shared/contract/messages.ts';
import { namedAddress } from '../../../../shared/named-address.ts';
import { Icon } from '../parts/icon.tsx';
import { MailLine } from '../parts/mail-text.tsx';

/** The one-time code of mail that came in, ready to be copied. */
export function CodeCard({ detail: { direction, extracted } }: { readonly detail: MessageDetail }) {
  const otp = extracted?.otp ?? null;
  return direction === 'outbound' || otp === null ? null : <Code otp={otp} />;
}

function Code({ otp }: { readonly otp: string }) {
  const [isCopied, setCopied] = useState(false);
  return (
    <div className="code-card">
      <code>
        <MailLine text={otp} />
      </code>
      <button
        type="button"
        className="plain"
        onClick={() => navigator.clipboard.writeText(otp).then(() => setCopied(true))}
      >
        <Icon of={isCopied ? Check : Copy} />
        {isCopied ? 'Copied' : 'Copy code'}
      </button>
    </div>
  );
}

/** The event of an invitation. Its words are the sender's, as those of the mail. */
export function Invitation({ detail: { calendar } }: { readonly detail: MessageDetail }) {
  if (!calendar) return null;
  const { summary, location, organizer, recurrence, method } = calendar;
  const when = whenText(calendar);
  return (
    <section className="box" aria-label="Invitation">
      <strong>
        <Icon of={CalendarDays} /> <MailLine text={summary ?? 'An event'} />
        {method === 'cancel' && ' (cancelled)'}
      </strong>
      {when !== null && (
        <p>
          <MailLine text={when} />
        </p>
      )}
      {recurrence !== null && (
        <p className="quiet">
          Repeats: <MailLine text={recurrence} />
        </p>
      )}
      {location !== null && (
        <p>
          <MailLine text={location} />
        </p>
      )}
      {organizer && (
        <p className="quiet">
          Organizer: <MailLine text={namedAddress(organizer)} />
        </p>
      )}
    </section>
  );
}

function whenText({ start, end, duration }: Calendar): string | null {
  if (start === null) return null;
  if (end === null) return duration === null ? timeText(start) : `${timeText(start)} (${duration})`;
  return `${timeText(start)} to ${timeText(end)}`;
}

/** As the sender wrote it: zones in a file may be made up. */
function timeText({ time, zone }: CalendarTime): string {
  const shown = time
    .replace('T', ' ')
    .replace(/:00(?:Z)?$/, (seconds) => (seconds.endsWith('Z') ? ' UTC' : ''));
  return zone === null ? shown : `${shown} ${zone}`;
}
