import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'preact/compat/client';
import { StrictMode } from 'react';
import { Router } from 'wouter';
import { App } from './app.tsx';
import { queries } from './queries.ts';

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
