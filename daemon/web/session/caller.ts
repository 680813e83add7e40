import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { getCaller } from '../../../shared/contract/accounts.ts';
import type { ReplyOf } from '../../../shared/contract/endpoint.ts';
import { logout } from '../../../shared/contract/sessions.ts';
import { ApiError, call } from '../api.ts';

/** Key of the signed-in person in the query cache; null while nobody is signed in. */
export const CALLER = ['caller'];

export type Caller = ReplyOf<typeof getCaller>;

export function useCaller() {
  return useQuery<Caller | null>({
    queryKey: CALLER,
    queryFn: () =>
      call(getCaller, {}).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 401) return null;
        throw error;
      }),
  });
}

/** Ends the session; everything that was loaded with it is forgotten. */
export function useSignOut(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    await call(logout, {}).catch((error: unknown) => {
      if (!(error instanceof ApiError && error.status === 401)) throw error;
    });
    forgetAll(queries);
    queries.setQueryData(CALLER, null);
  };
}

/** Drops what was loaded for another person. */
export function forgetAll(queries: QueryClient): void {
  queries.removeQueries({ predicate: ({ queryKey: [name] }) => name !== CALLER[0] });
}
