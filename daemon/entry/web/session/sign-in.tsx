import { useQueryClient } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import type { BodyInputOf } from '../../../../shared/contract/endpoint.ts';
import { requestPasswordReset, resetPassword } from '../../../../shared/contract/factors.ts';
import { login, sendLoginCode } from '../../../../shared/contract/sessions.ts';
import { ApiError, call, messageOf } from '../api.ts';
import { Field } from '../parts/field.tsx';
import { CALLER, forgetAll } from './caller.ts';

/** Steps of signing in; each is a form of its own fields. */
type SignInStep = 'password' | 'email code' | 'second factor' | 'forgotten' | 'reset';

type FormCredentials = Omit<BodyInputOf<typeof login>, 'code' | 'challenge'>;

interface SecondFactor {
  readonly credentials: FormCredentials;
  readonly method: unknown;
  readonly challenge: string | undefined;
}

interface Options {
  readonly problem?: string;
  readonly then?: () => void;
}

/** Signs in with a password or an emailed code, and the second factor if there is one. */
export function SignIn({ problem = '', then }: Options) {
  const form = useSignIn(problem, then);
  const { step, email, said, isBusy } = form;
  return (
    <main className="center">
      <form className="card" onSubmit={form.submit} aria-busy={isBusy}>
        <h1>Sign in to agentmail</h1>
        {said.text !== '' && <p role={said.isProblem ? 'alert' : 'status'}>{said.text}</p>}
        {step !== 'second factor' && step !== 'reset' && (
          <Field
            label="Email"
            name="email"
            type="email"
            autoComplete="username"
            defaultValue={email}
            required
          />
        )}
        <StepFields step={step} method={form.second?.method} />
        <button type="submit" disabled={isBusy}>
          {SUBMIT[step]}
        </button>
        <p className="choices">
          {step === 'password' && (
            <>
              <Choice to={() => form.mailCode()}>Email me a code</Choice>
              <Choice to={() => form.turn('forgotten')}>Forgot your password?</Choice>
            </>
          )}
          {step !== 'password' && <Choice to={() => form.turn('password')}>Back</Choice>}
        </p>
        <p className="quiet">
          On the machine that runs agentmail, <code>agentmail open</code> signs you in.
        </p>
      </form>
    </main>
  );
}

const SUBMIT: Readonly<Record<SignInStep, string>> = {
  password: 'Sign in',
  'email code': 'Sign in',
  'second factor': 'Continue',
  forgotten: 'Email me a token',
  reset: 'Set the password',
};

function StepFields({ step, method }: { readonly step: SignInStep; readonly method: unknown }) {
  switch (step) {
    case 'password':
      return (
        <Field label="Password" name="password" type="password" autoComplete="current-password" required />
      );
    case 'email code':
      return <Field label="Code from the email" name="email_code" autoComplete="one-time-code" required />;
    case 'second factor': {
      const source = method === 'sms' ? 'the text message' : 'your authenticator app';
      const label = `Code from ${source}, or a recovery code`;
      return <Field label={label} name="code" autoComplete="one-time-code" autoFocus required />;
    }
    case 'forgotten':
      return null;
    case 'reset':
      return (
        <>
          <Field label="Token from the email" name="token" autoComplete="off" required />
          <Field
            label="New password"
            name="new_password"
            type="password"
            autoComplete="new-password"
            required
          />
        </>
      );
  }
}

function Choice({ to, children }: { readonly to: () => unknown; readonly children: string }) {
  return (
    <button type="button" className="link" onClick={() => void to()}>
      {children}
    </button>
  );
}

function useSignIn(problem: string, then: (() => void) | undefined) {
  const queries = useQueryClient();
  const [step, setStep] = useState<SignInStep>('password');
  const [email, setEmail] = useState('');
  const [second, setSecond] = useState<SecondFactor>();
  const [said, setSaid] = useState({ text: problem, isProblem: true });
  const [isBusy, setBusy] = useState(false);

  const turn = (next: SignInStep, text = '') => {
    setStep(next);
    setSaid({ text, isProblem: false });
  };
  const tryTo = async (act: () => Promise<void>) => {
    setBusy(true);
    await act().catch((error: unknown) => setSaid({ text: messageOf(error), isProblem: true }));
    setBusy(false);
  };
  const signIn = async (credentials: FormCredentials, code?: string) => {
    try {
      const proof =
        code === undefined ? {} : { code, ...(second?.challenge && { challenge: second.challenge }) };
      await call(login, { body: { ...credentials, ...proof } });
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'MFA_REQUIRED') throw error;
      const { method, challenge } = error.details;
      setSecond({ credentials, method, challenge: typeof challenge === 'string' ? challenge : undefined });
      turn('second factor');
      return;
    }
    forgetAll(queries);
    await queries.resetQueries({ queryKey: CALLER });
    then?.();
  };
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const value = (name: string) => String(fields.get(name) ?? '').trim();
    const given = value('email') || email;
    setEmail(given);
    void tryTo(async () => {
      if (step === 'password') await signIn({ email: given, password: String(fields.get('password')) });
      else if (step === 'email code') await signIn({ email: given, email_code: value('email_code') });
      else if (step === 'second factor' && second) await signIn(second.credentials, value('code'));
      else if (step === 'forgotten') {
        await call(requestPasswordReset, { body: { email: given } });
        turn('reset', 'If the account exists, we sent it an email with a token.');
      } else if (step === 'reset') {
        const body = { token: value('token'), new_password: String(fields.get('new_password')) };
        await call(resetPassword, { body });
        turn('password', 'Password set. Sign in with it.');
      }
    });
  };
  const mailCode = () => {
    const field = document.querySelector<HTMLInputElement>('input[name=email]');
    if (!field?.reportValidity()) return;
    setEmail(field.value);
    void tryTo(async () => {
      const { message } = await call(sendLoginCode, { body: { email: field.value } });
      turn('email code', message);
    });
  };
  return { step, email, second, said, isBusy, submit, mailCode, turn };
}
