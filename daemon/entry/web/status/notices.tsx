import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReplyOf } from '../../../../shared/contract/endpoint.ts';
import {
  deleteNoticeTarget,
  listNoticeTargets,
  testNoticeTarget,
  updateNoticeTarget,
} from '../../../../shared/contract/notices.ts';
import { call, messageOf } from '../api.ts';
import { useMailboxes } from '../mailboxes.ts';
import { Time } from '../parts/time.tsx';
import { withProof } from '../proof/ask.ts';
import { NewNoticeDialog, TimingDialog } from './notice-dialogs.tsx';
import { STATUS, useRefresh } from './queries.ts';

export type NoticeTarget = ReplyOf<typeof listNoticeTargets>['notices'][number];

const OUTCOMES: Readonly<Record<ReplyOf<typeof testNoticeTarget>['outcome'], string>> = {
  sent: 'The sample notice was sent.',
  queued: 'The sample notice is being sent.',
  outbox: 'Mail stays on this machine: the sample notice is in the outbox.',
  failed: 'The sample notice failed:',
};

/** Notifications of held mail. Fewer notices take proof of who the person is. */
export function NoticeList() {
  const [opened, setOpened] = useState<'new' | NoticeTarget>();
  const refresh = useRefresh();
  const { data, error } = useQuery({
    queryKey: [STATUS, 'notices'],
    queryFn: ({ signal }) => call(listNoticeTargets, { signal }),
  });
  const close = () => {
    setOpened(undefined);
    refresh();
  };
  return (
    <section aria-label="Notifications">
      <h2>Notifications</h2>
      {error && <p role="alert">{messageOf(error)}</p>}
      {data?.notices.length === 0 && (
        <p className="quiet">No notifications yet. Add one to hear about held mail.</p>
      )}
      <ul className="rows wrapping">
        {data?.notices.map((each) => (
          <NoticeRow key={each.id} notice={each} change={() => setOpened(each)} />
        ))}
      </ul>
      <p className="actions">
        <button type="button" className="plain" onClick={() => setOpened('new')}>
          Add a notification
        </button>
      </p>
      {opened === 'new' && <NewNoticeDialog close={close} />}
      {opened !== undefined && opened !== 'new' && <TimingDialog notice={opened} close={close} />}
    </section>
  );
}

interface RowOptions {
  readonly notice: NoticeTarget;
  readonly change: () => void;
}

function NoticeRow({ notice, change }: RowOptions) {
  const { id, address, format, enabled } = notice;
  const refresh = useRefresh();
  const values = { notice_id: id };
  const test = useMutation({
    mutationFn: () => call(testNoticeTarget, { params: { id } }),
    onSettled: refresh,
  });
  const act = useMutation({
    mutationFn: (what: 'switch' | 'remove') =>
      what === 'remove'
        ? withProof({
            scope: 'notices_loosen',
            values,
            act: (proof) => call(deleteNoticeTarget, { params: { id }, body: proof }),
          })
        : withProof({
            scope: 'notices_loosen',
            values: { ...values, enabled: !enabled },
            act: (proof) =>
              call(updateNoticeTarget, { params: { id }, body: { enabled: !enabled, ...proof } }),
          }),
    onSettled: refresh,
  });
  const problem = act.error ?? test.error;
  const name = <span className="unseen"> {address}</span>;
  return (
    <li>
      <span>
        <strong>{address}</strong> {format === 'email' ? '' : format}
        <br />
        <NoticeState notice={notice} />
        {problem && <span role="alert">{messageOf(problem)}</span>}
        {test.data && (
          <span role="status">
            <br />
            {OUTCOMES[test.data.outcome]} {test.data.error}
          </span>
        )}
      </span>
      <span className="actions wrapping">
        {enabled && (
          <button type="button" className="plain" disabled={test.isPending} onClick={() => test.mutate()}>
            Send a test{name}
          </button>
        )}
        <button type="button" className="plain" onClick={change}>
          Change{name}
        </button>
        <button type="button" className="plain" disabled={act.isPending} onClick={() => act.mutate('switch')}>
          {enabled ? 'Turn off' : 'Turn on'}
          {name}
        </button>
        <button type="button" className="plain" disabled={act.isPending} onClick={() => act.mutate('remove')}>
          Remove{name}
        </button>
      </span>
    </li>
  );
}

const ONLY: Readonly<Record<NoticeTarget['states'][number], string>> = {
  pending_review: 'mail to approve',
  quarantined: 'mail in quarantine',
};

/** Whether notices are sent, about what and when, in a line. */
function NoticeState({ notice }: { readonly notice: NoticeTarget }) {
  const {
    enabled,
    disabled_reason: reason,
    last_error: error,
    last_sent_at: sent,
    digest_minutes: minutes,
    mailbox_ids: ids,
  } = notice;
  const { data } = useMailboxes();
  const names = new Map(data?.mailboxes.map(({ id, name }) => [id, name]));
  const mailboxes = ids === null ? 'all mailboxes' : ids.map((id) => names.get(id) ?? id).join(', ');
  const [only] = notice.states;
  const states = notice.states.length === 1 && only !== undefined ? `, only ${ONLY[only]}` : '';
  return (
    <>
      {enabled && error === null && <span className="good">on</span>}
      {enabled && error !== null && <span className="warn">failed: {error}</span>}
      {!enabled && <span className="bad">{reason === null ? 'off' : 'off after too many failures'}</span>}
      {`, ${mailboxes}${states}, ${minutes === 0 ? 'at once' : `every ${minutes} minutes`}`}
      <span className="quiet">
        {sent === null ? (
          ', nothing sent yet'
        ) : (
          <>
            , last sent <Time at={sent} />
          </>
        )}
      </span>
    </>
  );
}
