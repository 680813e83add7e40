import type { LucideIcon } from 'lucide-react';

/** An icon beside words, which say the same: nothing is read out for it. */
export function Icon({ of: Shape }: { readonly of: LucideIcon }) {
  return <Shape className="icon" aria-hidden />;
}
