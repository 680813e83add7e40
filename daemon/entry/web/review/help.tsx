import { HelpDialog, type KeyMeanings } from '../parts/help-dialog.tsx';

const KEYS: KeyMeanings = [
  ['a', 'approve and send a message that waits for review'],
  ['d', 'deny it, with an optional reason: it is never sent'],
  ['r', 'release a quarantined message'],
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
  ['c', 'remove decided messages from the list'],
  ['R', 'reload'],
];

/** Keys of the review, as in the terminal. */
export function ReviewHelp({ close }: { readonly close: () => void }) {
  return (
    <HelpDialog keys={KEYS} close={close}>
      <p>
        Messages that you haven't read to the end are left out of batches, and need confirmation on their own,
        as do those in which the scan proved an attack.
      </p>
    </HelpDialog>
  );
}
