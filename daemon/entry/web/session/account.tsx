import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { endSession, listSessions } from '../../../../shared/contract/sessions.ts';
import { call, messageOf } from '../api.ts';
import { Time } from '../parts/time.tsx';
import type { Caller } from './caller.ts';
import { SetPasswordDialog } from './set-password.tsx';
import { SignOut } from './sign-out.tsx';

const FACTORS = { none: 'none', totp: 'authenticator app', sms: 'text message' } as const;

/** The signed-in person and their sessions. */
export function AccountView({ caller }: { readonly caller: Caller }) {
  return (
    <main className="page">
      <h1>Account</h1>
      <dl>
        <dt>Signed in as</dt>
        <dd>{caller.email}</dd>
        <dt>Plan</dt>
        <dd>{caller.plan ?? caller.tier}</dd>
        <dt>Password</dt>
        <dd>{caller.has_password ? 'set' : <NoPassword email={caller.email} />}</dd>
        <dt>Second factor</dt>
        <dd>{FACTORS[caller.mfa_method ?? 'none']}</dd>
      </dl>
      <SignOut className="plain phone-only" />
      <Sessions />
    </main>
  );
}

function NoPassword({ email }: { readonly email: string }) {
  const [isAsked, setAsked] = useState(false);
  const close = () => setAsked(false);
  return (
    <>
      none{' '}
      <button type="button" className="link" onClick={() => setAsked(true)}>
        Set a password
      </button>
      {isAsked && <SetPasswordDialog email={email} close={close} done={close} />}
    </>
  );
}

function Sessions() {
  const queries = useQueryClient();
  const { data, error } = useQuery({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => call(listSessions, { signal }),
  });
  const end = useMutation({
    mutationFn: (id: string) => call(endSession, { params: { id } }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['sessions'] }),
  });
  const problem = error ?? end.error;
  return (
    <section aria-labelledby="sessions">
      <h2 id="sessions">Sessions</h2>
      {problem && <p role="alert">{messageOf(problem)}</p>}
      <ul className="rows">
        {data?.sessions.map(({ id, address, user_agent, created_at, last_seen_at, current }) => (
          <li key={id}>
            <span>
              <strong>{address}</strong> <span className="quiet">{user_agent ?? 'unknown browser'}</span>
              <br />
              since <Time at={created_at} />, last used <Time at={last_seen_at} />
            </span>
            {current ? (
              <span className="quiet">this session</span>
            ) : (
              <button type="button" className="plain" disabled={end.isPending} onClick={() => end.mutate(id)}>
                End<span className="unseen"> the session of {address}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
