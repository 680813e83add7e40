import { HelpDialog, type KeyMeanings } from '../parts/help-dialog.tsx';

const KEYS: KeyMeanings = [
  ['j k', 'next, previous'],
  ['space', 'one page of the message'],
  ['/', 'search all mailboxes'],
  ['c', 'compose a message'],
];

/** Keys of the mail. */
export function MailHelp({ close }: { readonly close: () => void }) {
  return <HelpDialog keys={KEYS} close={close} />;
}
