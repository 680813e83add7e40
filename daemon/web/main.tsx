import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Router } from 'wouter';
import { ApiError } from './api.ts';
import { App } from './app.tsx';
import { CALLER } from './session/caller.ts';

/** A session that has ended shows the sign-in form in the place of any view. */
const cache = new QueryCache({
  onError: (error) => {
    if (error instanceof ApiError && error.status === 401) queries.setQueryData(CALLER, null);
  },
});
const queries = new QueryClient({
  queryCache: cache,
  defaultOptions: { queries: { retry: false, staleTime: 10_000 } },
});

const root = document.getElementById('root');
if (!root) throw new Error('the document has no root');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <Router base="/app">
        <App />
      </Router>
    </QueryClientProvider>
  </StrictMode>,
);
