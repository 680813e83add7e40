import { QueryCache, QueryClient } from '@tanstack/react-query';
import { CALLER, signedOutBy } from './session/caller.ts';

/** A session that has ended shows the sign-in form in the place of any view. */
const cache = new QueryCache({
  onError: (error) => {
    const signedOut = signedOutBy(error);
    if (signedOut) queries.setQueryData(CALLER, signedOut);
  },
});

/** Everything that the page has loaded. */
export const queries = new QueryClient({
  queryCache: cache,
  defaultOptions: { queries: { retry: false, staleTime: 10_000 } },
});
