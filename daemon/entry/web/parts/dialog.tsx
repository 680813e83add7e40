import { type ReactNode, type SyntheticEvent, useEffect, useRef } from 'react';

interface Options {
  readonly title: string;
  readonly confirm: string;
  readonly isBusy?: boolean;
  readonly problem?: string | undefined;
  /** Label of the button that closes it without the main choice; null for no such button. */
  readonly cancel?: string | null;
  readonly close: () => void;
  /** Gets the fields of the dialog. */
  readonly submit: (fields: FormData) => void;
  /** Another choice besides the main one. */
  readonly other?: { readonly label: string; readonly act: () => void };
  readonly children?: ReactNode;
}

/** A question in front of the page; Escape and Cancel close it. */
export function Dialog(options: Options) {
  const { title, confirm, isBusy = false, problem, cancel = 'Cancel' } = options;
  const { close, submit, other, children } = options;
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);
  const onSubmit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    submit(new FormData(event.currentTarget));
  };
  return (
    <dialog ref={dialog} aria-label={title} onClose={close}>
      <form onSubmit={onSubmit}>
        <h2>{title}</h2>
        {children}
        {problem !== undefined && <p role="alert">{problem}</p>}
        <p className="actions">
          <button type="submit" disabled={isBusy}>
            {confirm}
          </button>
          {other && (
            <button type="button" className="bad" onClick={other.act}>
              {other.label}
            </button>
          )}
          {cancel !== null && (
            <button type="button" className="plain" onClick={close}>
              {cancel}
            </button>
          )}
        </p>
      </form>
    </dialog>
  );
}
