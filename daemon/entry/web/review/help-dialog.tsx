import { turnKeys, usesKeys } from '../keys.ts';
import { Dialog } from '../parts/dialog.tsx';

const KEYS: readonly (readonly [keys: string, meaning: string])[] = [
  ['a', 'approve and send a message that waits for review (?)'],
  ['d', 'deny it, with an optional reason: it is never sent'],
  ['r', 'release a quarantined message (Q)'],
  ['b', 'block it permanently'],
  ['e', 'edit an outbound message, and send your version'],
  ['z', 'undo the decision about the message, or your last one, until it takes effect'],
  ['j k ↓ ↑', 'next, previous'],
  ['g G', 'first, last'],
  ['n N', 'next, previous undecided message'],
  ['space', 'one page of the message'],
  ['x X', 'select, clear the selection; a d r b then apply to the selection'],
  ['/', 'filter by text in address, subject, mailbox or finding'],
  ['f m s', 'show one kind; show one mailbox; newest or oldest first'],
  ['c', 'remove decided messages (✓ you, - elsewhere) from the list'],
  ['R', 'reload'],
];

/** Keys of the review, as in the terminal. */
export function HelpDialog({ close }: { readonly close: () => void }) {
  return (
    <Dialog title="Keys" confirm="OK" close={close} submit={close}>
      <dl>
        {KEYS.map(([keys, meaning]) => (
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
      <p>
        Messages that you haven't read to the end are left out of batches, and need confirmation on their own,
        as do those in which the scan proved an attack.
      </p>
    </Dialog>
  );
}
