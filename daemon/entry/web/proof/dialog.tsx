import { useSyncExternalStore } from 'react';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { SetPasswordDialog } from '../session/set-password.tsx';
import { currentQuestion, onQuestion } from './ask.ts';

const LABELS = {
  password: 'Password',
  totp: 'Code from your authenticator app',
  sms: 'Code from the text message',
} as const;

/** Asks for fresh proof, whichever view needs it. */
export function ProofDialog({ email }: { readonly email: string }) {
  const question = useSyncExternalStore(onQuestion, currentQuestion);
  if (!question) return null;
  const { method, sentTo, problem, answer } = question;
  const close = () => answer(undefined);
  if (method === 'none') {
    return (
      <SetPasswordDialog
        email={email}
        why="This change lets agents do more, so confirm that it's you."
        close={close}
        done={answer}
      />
    );
  }
  return (
    <Dialog
      title="Confirm that it's you"
      confirm="Confirm"
      close={close}
      submit={(fields) => answer(String(fields.get('token')))}
      problem={problem}
    >
      <p>This change lets agents do more.{sentTo !== undefined && ` We sent a code to ${sentTo}.`}</p>
      <Field
        label={LABELS[method]}
        name="token"
        type={method === 'password' ? 'password' : 'text'}
        autoComplete={method === 'password' ? 'current-password' : 'one-time-code'}
        autoFocus
        required
      />
    </Dialog>
  );
}
