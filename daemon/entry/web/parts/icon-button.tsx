import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Icon } from './icon.tsx';

interface Options extends Omit<ComponentProps<'button'>, 'children'> {
  readonly icon: LucideIcon;
  readonly label: string;
}

/** A button that shows its icon alone; its name is read out and shown when a pointer rests on it. */
export function IconButton({ icon, label, ...button }: Options) {
  return (
    <button type="button" className="ghost" aria-label={label} title={label} {...button}>
      <Icon of={icon} />
    </button>
  );
}
