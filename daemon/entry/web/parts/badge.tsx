import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

export type Tone = 'accent' | 'good' | 'warn' | 'bad';

interface Options {
  readonly tone?: Tone | undefined;
  readonly icon?: LucideIcon;
  readonly children: ReactNode;
}

/** A word about a state, with its colour. */
export function Badge({ tone, icon, children }: Options) {
  return (
    <span className={`badge ${tone ?? ''}`}>
      {icon && <Icon of={icon} />}
      {children}
    </span>
  );
}
