import { type KeyboardEvent, useId, useState } from 'react';
import { LIMITS } from '../../../../shared/contract/limits.ts';
import { PRESENT } from '../../../../shared/review/decisions.ts';
import { Dialog } from '../parts/dialog.tsx';
import type { Verb } from './rows.ts';
import type { Target } from './targets.ts';

interface ConfirmOptions {
  readonly target: Target;
  readonly question: string;
  /** The decision that the dialog's main button takes instead, where the scan proved an attack. */
  readonly instead?: Verb | undefined;
  readonly close: () => void;
  readonly yes: () => void;
  readonly decideInstead: (verb: Verb) => void;
}

export function ConfirmDialog({ target, question, instead, close, yes, decideInstead }: ConfirmOptions) {
  if (instead === undefined) {
    return (
      <Dialog title={question} confirm={PRESENT[target.verb]} close={close} submit={yes}>
        <LeftOut target={target} />
      </Dialog>
    );
  }
  return (
    <Dialog
      title={question}
      confirm={PRESENT[instead]}
      close={close}
      submit={() => decideInstead(instead)}
      other={{ label: `${PRESENT[target.verb]} anyway`, act: yes }}
    >
      <LeftOut target={target} />
    </Dialog>
  );
}

interface ReasonOptions {
  readonly target: Target;
  readonly isRequired: boolean;
  /** A reason that was given for the same message before. */
  readonly before: string | undefined;
  readonly close: () => void;
  readonly decide: (reason: string | undefined) => void;
}

export function ReasonDialog({ target, isRequired, before, close, decide }: ReasonOptions) {
  const id = useId();
  const [problem, setProblem] = useState<string>();
  const { verb, ids } = target;
  const submit = (fields: FormData) => {
    const reason = String(fields.get('reason')).trim();
    if (reason === '' && isRequired) setProblem('This mailbox requires a note.');
    else if ([...reason].length > LIMITS.reasonCharacters)
      setProblem(`At most ${LIMITS.reasonCharacters} characters.`);
    else decide(reason === '' ? undefined : reason);
  };
  const title =
    ids.length === 1 ? `${PRESENT[verb]} this message` : `${PRESENT[verb]} ${ids.length} messages`;
  return (
    <Dialog title={title} confirm={PRESENT[verb]} close={close} submit={submit} problem={problem}>
      <LeftOut target={target} />
      <p className="field">
        <label htmlFor={id}>{isRequired ? 'Note' : 'Reason (optional)'}</label>
        <textarea id={id} name="reason" rows={3} defaultValue={before} onKeyDown={submitOnEnter} />
      </p>
    </Dialog>
  );
}

/** As in the terminal. Shift and Enter begin a line; some scripts are written with Enter. */
function submitOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

function LeftOut({ target: { leftOut } }: { readonly target: Target }) {
  return leftOut.length === 0 ? null : <p>Left out: {leftOut.join(', ')}.</p>;
}
