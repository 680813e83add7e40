import type { ReactNode } from 'react';
import { Link, useRoute } from 'wouter';
import { ProofDialog } from './proof/dialog.tsx';
import type { Caller } from './session/caller.ts';
import { SignOut } from './session/sign-out.tsx';

/** The frame of every view: navigation, account, sign-out. */
export function Shell({ caller, children }: { readonly caller: Caller; readonly children: ReactNode }) {
  return (
    <>
      <a className="skip" href="#view">
        Skip to content
      </a>
      <header className="bar">
        <span className="brand wide-only">agentmail</span>
        <nav aria-label="Main">
          <NavLink to="/review">Review</NavLink>
          <NavLink to="/mail">Mail</NavLink>
          <NavLink to="/rules">Rules</NavLink>
          <NavLink to="/running">Running</NavLink>
          <NavLink to="/account">Account</NavLink>
        </nav>
        <span className="grow" />
        <span className="quiet wide-only">{caller.email}</span>
        <SignOut className="plain wide-only" />
      </header>
      <div id="view" className="view">
        {children}
      </div>
      <ProofDialog email={caller.email} />
    </>
  );
}

function NavLink({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  const [isCurrent] = useRoute(`${to}/*?`);
  return (
    <Link to={to} aria-current={isCurrent ? 'page' : undefined}>
      {children}
    </Link>
  );
}
