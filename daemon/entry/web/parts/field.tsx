import { type ComponentProps, useId } from 'react';

interface Options extends ComponentProps<'input'> {
  readonly label: string;
}

/** An input with its label. */
export function Field({ label, ...input }: Options) {
  const id = useId();
  return (
    <p className="field">
      <label htmlFor={id}>{label}</label>
      <input id={id} {...input} />
    </p>
  );
}
