import { type ComponentProps, useId } from 'react';

interface Options extends ComponentProps<'textarea'> {
  readonly label: string;
}

/** A field of several lines, with its label. */
export function TextArea({ label, ...area }: Options) {
  const id = useId();
  return (
    <p className="field">
      <label htmlFor={id}>{label}</label>
      <textarea id={id} {...area} />
    </p>
  );
}
