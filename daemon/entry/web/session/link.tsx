import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { messageOf, openByLink } from '../api.ts';
import { CALLER } from './caller.ts';
import { SignIn } from './sign-in.tsx';

/** The token of the link, which must not stay in the address and its history. */
const token = location.hash.slice(1);
if (token !== '') history.replaceState(null, '', location.pathname);

let exchanged: Promise<void> | undefined;

/** Signs in with the link that led here, and goes on to the first view. */
export function LinkView() {
  const queries = useQueryClient();
  const [, go] = useLocation();
  const [problem, setProblem] = useState(token === '' ? '' : undefined);
  useEffect(() => {
    if (token === '') return;
    exchanged ??= openByLink(token);
    exchanged
      .then(() => queries.resetQueries({ queryKey: CALLER }))
      .then(
        () => go('/', { replace: true }),
        (error: unknown) => setProblem(messageOf(error)),
      );
  }, [queries, go]);
  if (problem === undefined) return <main className="center">Signing in…</main>;
  return <SignIn problem={problem} then={() => go('/', { replace: true })} />;
}
