import { Search } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Icon } from '../parts/icon.tsx';

const Palette = lazy(() => import('./palette.tsx').then((part) => ({ default: part.Palette })));

/** Opens the palette, by its button or by Control or Command with K. */
export function OpenPalette() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      const isWanted = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k';
      // A dialog that asks something goes first.
      if (!isWanted || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      setOpen(true);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  return (
    <>
      <button type="button" className="plain wide-only open-palette" onClick={() => setOpen(true)}>
        <Icon of={Search} />
        Go to
        <kbd>{navigator.platform.startsWith('Mac') ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <Palette close={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
