import { lazy, Suspense } from 'react';
import { Redirect, Route, Switch } from 'wouter';
import { messageOf } from './api.ts';
import { useMailboxes } from './mailboxes.ts';
import { Problem } from './parts/problem.tsx';
import { ReviewView } from './review/view.tsx';
import { useCaller } from './session/caller.ts';
import { LinkView } from './session/link.tsx';
import { SignIn } from './session/sign-in.tsx';
import { Shell } from './shell.tsx';

/** Views that aren't the first one are loaded when they're wanted. */
const PartsView = lazy(() => import('./catalog/view.tsx').then((part) => ({ default: part.PartsView })));
const StartView = lazy(() => import('./start/view.tsx').then((part) => ({ default: part.StartView })));
const MailView = lazy(() => import('./mail/view.tsx').then((part) => ({ default: part.MailView })));
const RulesView = lazy(() => import('./rules/view.tsx').then((part) => ({ default: part.RulesView })));
const StatusView = lazy(() => import('./status/view.tsx').then((part) => ({ default: part.StatusView })));
const WebhookView = lazy(() =>
  import('./status/webhook.tsx').then((part) => ({ default: part.WebhookView })),
);
const AccountView = lazy(() =>
  import('./session/account.tsx').then((part) => ({ default: part.AccountView })),
);

/** The view of the path, for a signed-in person; otherwise the sign-in form, which leads back to it. */
export function App() {
  const caller = useCaller();
  return (
    <Switch>
      <Route path="/sign-in">
        <LinkView />
      </Route>
      <Route>{renderSignedIn(caller)}</Route>
    </Switch>
  );
}

function renderSignedIn({ data: caller, error, refetch }: ReturnType<typeof useCaller>) {
  if (error) return <Problem text={messageOf(error)} retry={refetch} />;
  if (caller === undefined) return null;
  if ('why' in caller) return <SignIn problem={caller.why} />;
  return (
    <Shell caller={caller}>
      <Suspense fallback={null}>
        <Switch>
          <Route path="/review/:id?">{({ id }) => <ReviewView id={id} />}</Route>
          {/* Where `dashboard_url` of messages leads when links.dashboard_base is the page. */}
          <Route path="/messages/:id">{({ id }) => <Redirect to={`/review/${id}`} replace />}</Route>
          <Route path="/mail/:mailboxId?/:folder?/:id?">{(place) => <MailView {...place} />}</Route>
          <Route path="/rules/:id?">{({ id }) => <RulesView id={id} />}</Route>
          <Route path="/status">
            <StatusView />
          </Route>
          <Route path="/status/webhooks/:id">{({ id }) => <WebhookView key={id} id={id} />}</Route>
          <Route path="/account">
            <AccountView caller={caller} />
          </Route>
          <Route path="/parts">
            <PartsView />
          </Route>
          <Route path="/start">
            <StartView />
          </Route>
          <Route path="/">
            <Landing />
          </Route>
          <Route>
            <Problem text="There is no such page." />
          </Route>
        </Switch>
      </Suspense>
    </Shell>
  );
}

/** Leads to the start without a mailbox, and otherwise to the queue. */
function Landing() {
  const { data } = useMailboxes();
  if (!data) return null;
  return <Redirect to={data.mailboxes.length === 0 ? '/start' : '/review'} replace />;
}
