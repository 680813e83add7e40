import { Budgets } from './budgets.tsx';
import { EventLog } from './event-log.tsx';
import { Health } from './health.tsx';
import { KeyList } from './keys.tsx';
import { NoticeList } from './notices.tsx';
import { useRefresh } from './queries.ts';
import { Traffic } from './traffic.tsx';
import { WebhookList } from './webhooks.tsx';

/** The traffic, limits, webhooks, keys and events of the account. */
export function StatusView() {
  const refresh = useRefresh();
  return (
    <main className="page">
      <h1>Status</h1>
      <Health />
      <Traffic />
      <Budgets />
      <NoticeList />
      <WebhookList />
      <KeyList />
      <EventLog happened={refresh} />
    </main>
  );
}
