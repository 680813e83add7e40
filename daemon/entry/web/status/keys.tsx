import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReplyOf } from '../../../../shared/contract/endpoint.ts';
import { listApiKeys, revokeApiKey } from '../../../../shared/contract/keys.ts';
import { call, messageOf } from '../api.ts';
import { useMailboxes } from '../mailboxes.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Time } from '../parts/time.tsx';
import { STATUS, useRefresh } from './queries.ts';

type Key = ReplyOf<typeof listApiKeys>['keys'][number];

/** The keys of the account, what they reach and when they were used. */
export function KeyList() {
  const [asked, setAsked] = useState<Key>();
  const refresh = useRefresh();
  const { data, error } = useQuery({
    queryKey: [STATUS, 'keys'],
    queryFn: ({ signal }) => call(listApiKeys, { signal }),
  });
  const { data: reached } = useMailboxes();
  const names = new Map(reached?.mailboxes.map(({ id, name }) => [id, name]));
  const revoke = useMutation({
    mutationFn: (id: string) => call(revokeApiKey, { params: { id } }),
    onSuccess: () => setAsked(undefined),
    onSettled: refresh,
  });
  return (
    <section aria-label="Keys">
      <h2>Keys</h2>
      {error && <p role="alert">{messageOf(error)}</p>}
      {data?.keys.length === 0 && <p className="quiet">No keys.</p>}
      <ul className="rows">
        {data?.keys.map((key) => (
          <li key={key.id}>
            <span>
              <strong>{key.prefix}</strong> {key.label}
              <br />
              {reachOf(key, names)}
              <span className="quiet">
                {', '}
                {key.last_used_at === null ? (
                  'never used'
                ) : (
                  <>
                    last used <Time at={key.last_used_at} />
                  </>
                )}
              </span>
            </span>
            <button type="button" className="plain" onClick={() => setAsked(key)}>
              Revoke<span className="unseen"> {key.prefix}</span>
            </button>
          </li>
        ))}
      </ul>
      {asked && (
        <Dialog
          title={`Revoke ${asked.prefix}?`}
          confirm="Revoke"
          close={() => setAsked(undefined)}
          submit={() => revoke.mutate(asked.id)}
          isBusy={revoke.isPending}
          problem={revoke.error ? messageOf(revoke.error) : undefined}
        >
          <p>The next request with it is refused. A revoked key can't be restored.</p>
        </Dialog>
      )}
    </section>
  );
}

function reachOf({ role, mailbox_ids: ids }: Key, names: ReadonlyMap<string, string>): string {
  if (role !== 'agent') return 'admin, all mailboxes';
  return `agent, ${ids.length === 0 ? 'no mailboxes' : ids.map((id) => names.get(id) ?? id).join(', ')}`;
}
