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
import { RUNNING, useRefresh } from './queries.ts';

export type NoticeTarget = ReplyOf<typeof listNoticeTargets>['notices'][number];

const OUTCOMES: Readonly<Record<ReplyOf<typeof testNoticeTarget>['outcome'], string>> = {
  sent: 'The sample notice was sent.',
  queued: 'The sample notice is on its way.',
  outbox: 'Mail stays on this machine, so the sample notice is in the outbox.',
  failed: 'The sample notice was not accepted:',
};

/** Who is told of held mail. Telling less takes proof of who the person is. */
export function NoticeList() {
  const [opened, setOpened] = useState<'new' | NoticeTarget>();
  const refresh = useRefresh();
  const { data, error } = useQuery({
    queryKey: [RUNNING, 'notices'],
    queryFn: ({ signal }) => call(listNoticeTargets, { signal }),
  });
  const close = () => {
    setOpened(undefined);
    refresh();
  };
  return (
    <section aria-label="Being told">
      <h2>Being told</h2>
      {error && <p role="alert">{messageOf(error)}</p>}
      {data?.notices.length === 0 && <p className="quiet">Nobody is told of held mail.</p>}
      <ul className="rows wrapping">
        {data?.notices.map((each) => (
          <NoticeRow key={each.id} notice={each} change={() => setOpened(each)} />
        ))}
      </ul>
      <p className="actions">
        <button type="button" className="plain" onClick={() => setOpened('new')}>
          Tell somebody
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

/** Whether, of what and when somebody is told, in a line. */
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
  const states = notice.states.length === 1 ? `, ${notice.states[0]} only` : '';
  return (
    <>
      {enabled && error === null && <span className="good">on</span>}
      {enabled && error !== null && <span className="warn">failed: {error}</span>}
      {!enabled && <span className="bad">{reason === null ? 'off' : 'off, after too many failures'}</span>}
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
