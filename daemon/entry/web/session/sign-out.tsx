import { useSignOut } from './caller.ts';

/** Ends the session. On a phone it's in the account's view. */
export function SignOut({ className }: { readonly className: string }) {
  const signOut = useSignOut();
  return (
    <button type="button" className={className} onClick={() => void signOut()}>
      Sign out
    </button>
  );
}
