import type { ReactNode } from 'react';

interface Options {
  readonly label: string;
  /** Left out on phones. */
  readonly wideOnly?: boolean;
  readonly children: ReactNode;
}

/** A line of a description list. */
export function Fact({ label, wideOnly = false, children }: Options) {
  const className = wideOnly ? 'wide-only' : undefined;
  return (
    <>
      <dt className={className}>{label}</dt>
      <dd className={className}>{children}</dd>
    </>
  );
}
