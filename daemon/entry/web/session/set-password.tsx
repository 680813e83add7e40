import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { requestPasswordReset, resetPassword } from '../../../../shared/contract/factors.ts';
import { login } from '../../../../shared/contract/sessions.ts';
import { call, messageOf } from '../api.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { CALLER } from './caller.ts';

interface Options {
  readonly email: string;
  /** The reason, as a sentence. */
  readonly why?: string;
  readonly close: () => void;
  /** Gets the new password, when the person is signed in with it. */
  readonly done: (password: string) => void;
}

/** Sets the first password with a mailed token, as the session alone doesn't prove who the person is. */
export function SetPasswordDialog({ email, why = '', close, done }: Options) {
  const queries = useQueryClient();
  const [isMailed, setMailed] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const run = async (act: () => Promise<void>) => {
    setBusy(true);
    setProblem(undefined);
    await act().catch((error: unknown) => setProblem(messageOf(error)));
    setBusy(false);
  };
  const submit = (fields: FormData) =>
    void run(async () => {
      if (!isMailed) {
        await call(requestPasswordReset, { body: { email } });
        setMailed(true);
        return;
      }
      const password = String(fields.get('new_password'));
      const token = String(fields.get('token')).trim();
      await call(resetPassword, { body: { token, new_password: password } });
      // That ended all sessions, this one too.
      await call(login, { body: { email, password } });
      void queries.invalidateQueries({ queryKey: CALLER });
      done(password);
    });
  return (
    <Dialog
      title="Set a password"
      confirm={isMailed ? 'Set the password' : 'Email me a token'}
      close={close}
      submit={submit}
      problem={problem}
      isBusy={isBusy}
    >
      {!isMailed && (
        <p>
          {why} Your account has no password and no second factor. A token by email to{' '}
          <strong>{email}</strong> lets you set a password.
        </p>
      )}
      {isMailed && (
        <>
          <p>
            We sent a token to <strong>{email}</strong>. If mail stays on this machine, find it in the outbox:{' '}
            <code>agentmail outbox list</code>
          </p>
          <Field label="Token from the email" name="token" autoComplete="off" autoFocus required />
          <Field
            label="New password"
            name="new_password"
            type="password"
            autoComplete="new-password"
            required
          />
        </>
      )}
      <p className="quiet">
        Or, on the machine that runs agentmail: <code>agentmail operator accounts password {email}</code>
      </p>
    </Dialog>
  );
}
