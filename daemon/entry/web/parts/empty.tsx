import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

/** The place of a list without entries. */
export function Empty({ icon, children }: { readonly icon: LucideIcon; readonly children: ReactNode }) {
  return (
    <div className="empty">
      <Icon of={icon} />
      <p>{children}</p>
    </div>
  );
}
