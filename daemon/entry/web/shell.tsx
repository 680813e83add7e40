import {
  Activity,
  Inbox,
  type LucideIcon,
  MailCheck,
  Rocket,
  ShieldCheck,
  SlidersHorizontal,
  UserRound,
} from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { Link, Route, useRoute } from 'wouter';
import { counted, useCounts } from './counts.ts';
import { useComposition } from './mail/compose-state.ts';
import { MailSide } from './mail/side.tsx';
import { OpenPalette } from './palette/open.tsx';
import { Icon } from './parts/icon.tsx';
import { Toast } from './parts/toast.tsx';
import { ProofDialog } from './proof/dialog.tsx';
import type { Caller } from './session/caller.ts';
import { SignOut } from './session/sign-out.tsx';

const Compose = lazy(() => import('./mail/compose.tsx').then(({ Compose: part }) => ({ default: part })));

/** The frame of every view: navigation, account, sign-out. On a phone the navigation is below. */
export function Shell({ caller, children }: { readonly caller: Caller; readonly children: ReactNode }) {
  const { data: counts } = useCounts();
  const composition = useComposition();
  return (
    <>
      <a className="skip" href="#view">
        Skip to content
      </a>
      <header className="side">
        <span className="brand wide-only">
          <Icon of={MailCheck} />
          agentmail
        </span>
        <OpenPalette />
        <nav aria-label="Main">
          <NavLink to="/start" icon={Rocket}>
            Start
          </NavLink>
          <NavLink to="/review" icon={ShieldCheck} badge={counts && counted(counts.held)}>
            Review
          </NavLink>
          <NavLink to="/mail" icon={Inbox} badge={counts && counted(counts.unread)}>
            Mail
          </NavLink>
          <NavLink to="/rules" icon={SlidersHorizontal}>
            Rules
          </NavLink>
          <NavLink to="/status" icon={Activity}>
            Status
          </NavLink>
          <NavLink to="/account" icon={UserRound}>
            Account
          </NavLink>
        </nav>
        <Route path="/mail/:mailboxId?/:folder?/*?">{(place) => <MailSide {...place} />}</Route>
        <div className="side-foot wide-only">
          <div className="cut quiet" title={caller.email}>
            {caller.email}
          </div>
          <SignOut className="ghost" />
        </div>
      </header>
      <div id="view" className="view">
        {children}
      </div>
      <Toast />
      {composition && (
        <Suspense fallback={null}>
          <Compose composition={composition} />
        </Suspense>
      )}
      <ProofDialog email={caller.email} />
    </>
  );
}

interface NavOptions {
  readonly to: string;
  readonly icon: LucideIcon;
  readonly badge?: string | undefined;
  readonly children: string;
}

function NavLink({ to, icon, badge = '', children }: NavOptions) {
  const [isCurrent] = useRoute(`${to}/*?`);
  return (
    <Link to={to} aria-current={isCurrent ? 'page' : undefined}>
      <Icon of={icon} />
      {children}
      {badge !== '' && (
        <span className="badge accent" aria-hidden>
          {badge}
        </span>
      )}
    </Link>
  );
}
