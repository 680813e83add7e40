import type { ReactNode } from 'react';
import { turnKeys, usesKeys } from '../keys.ts';
import { Dialog } from './dialog.tsx';

export type KeyMeanings = readonly (readonly [keys: string, meaning: string])[];

const EVERYWHERE: KeyMeanings = [
  ['Ctrl K', 'go to a view or mailbox, or search mail (⌘K on a Mac)'],
  ['?', 'this list'],
];

interface Options {
  readonly keys: KeyMeanings;
  readonly close: () => void;
  readonly children?: ReactNode;
}

/** The keys of a view. */
export function HelpDialog({ keys: all, close, children }: Options) {
  return (
    <Dialog title="Keys" confirm="OK" close={close} submit={close}>
      <dl>
        {[...all, ...EVERYWHERE].map(([keys, meaning]) => (
          <div key={keys} className="contents">
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <p>
        <label>
          <input
            type="checkbox"
            defaultChecked={usesKeys()}
            onChange={({ target }) => turnKeys(target.checked)}
          />{' '}
          Act on single keys
        </label>
      </p>
      {children}
    </Dialog>
  );
}
