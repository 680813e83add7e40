import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { getCaller } from '../../../../shared/contract/accounts.ts';
import type { ReplyOf } from '../../../../shared/contract/endpoint.ts';
import { logout } from '../../../../shared/contract/sessions.ts';
import { ApiError, call } from '../api.ts';
import { forgetPageSecret } from './secret.ts';

/** Query key of the signed-in person, or of the reason for the sign-out. */
export const CALLER = ['caller'];

export type Caller = ReplyOf<typeof getCaller>;

/** State without a session. `why` is the error to show, or empty after an ordinary sign-out. */
export interface SignedOut {
  readonly why: string;
}

/** The reason for a refusal that asks the person to sign in; undefined for any other failure. */
export function signedOutBy(error: unknown): SignedOut | undefined {
  if (!(error instanceof ApiError) || error.status !== 401) return undefined;
  return { why: error.details.reason === undefined ? '' : error.message };
}

export function useCaller() {
  return useQuery<Caller | SignedOut>({
    queryKey: CALLER,
    queryFn: () =>
      call(getCaller, {}).catch((error: unknown) => {
        const signedOut = signedOutBy(error);
        if (signedOut) return signedOut;
        throw error;
      }),
  });
}

/** Ends the session; its secret and everything that was loaded with it is forgotten. */
export function useSignOut(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    await call(logout, {}).catch((error: unknown) => {
      if (!signedOutBy(error)) throw error;
    });
    forgetPageSecret();
    forgetAll(queries);
    queries.setQueryData<SignedOut>(CALLER, { why: '' });
  };
}

/** Drops what was loaded for another person. */
export function forgetAll(queries: QueryClient): void {
  queries.removeQueries({ predicate: ({ queryKey: [name] }) => name !== CALLER[0] });
}
