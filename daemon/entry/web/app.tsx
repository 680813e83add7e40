import { Redirect, Route, Switch } from 'wouter';
import { messageOf } from './api.ts';
import { MailView } from './mail/view.tsx';
import { Problem } from './parts/problem.tsx';
import { ReviewView } from './review/view.tsx';
import { RulesView } from './rules/view.tsx';
import { RunningView } from './running/view.tsx';
import { WebhookView } from './running/webhook.tsx';
import { AccountView } from './session/account.tsx';
import { useCaller } from './session/caller.ts';
import { LinkView } from './session/link.tsx';
import { SignIn } from './session/sign-in.tsx';
import { Shell } from './shell.tsx';

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
      <Switch>
        <Route path="/review/:id?">{({ id }) => <ReviewView id={id} />}</Route>
        {/* Where `dashboard_url` of messages leads when links.dashboard_base is the page. */}
        <Route path="/messages/:id">{({ id }) => <Redirect to={`/review/${id}`} replace />}</Route>
        <Route path="/mail/:mailboxId?/:folder?/:id?">{(place) => <MailView {...place} />}</Route>
        <Route path="/rules/:id?">{({ id }) => <RulesView id={id} />}</Route>
        <Route path="/running">
          <RunningView />
        </Route>
        <Route path="/running/webhooks/:id">{({ id }) => <WebhookView key={id} id={id} />}</Route>
        <Route path="/account">
          <AccountView caller={caller} />
        </Route>
        <Route path="/">
          <Redirect to="/review" replace />
        </Route>
        <Route>
          <Problem text="There is no such page." />
        </Route>
      </Switch>
    </Shell>
  );
}
