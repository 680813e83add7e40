import { describe, expect, it, onTestFinished } from 'vitest';
import * as api from '../support/api.ts';
import { needsPrograms } from '../support/needs.ts';
import { freshDatabase, hasPostgres } from '../support/postgres.ts';
import { CommitCuttingProxy } from '../support/postgres-proxy.ts';
import { createTenant, startService } from '../support/service.ts';

describe(
  'a commit whose outcome is unknown for too long',
  needsPrograms({ postgresql: hasPostgres() }),
  () => {
    it('stops its daemon once it turns out to have happened, and the next one continues', async () => {
      const database = new URL(await freshDatabase());
      const proxy = new CommitCuttingProxy(database.searchParams.get('host') ?? '');
      const store = `postgres://postgres@127.0.0.1:${await proxy.listen()}${database.pathname}`;
      onTestFinished(() => proxy.close());
      const service = await startService({ config: { store } });
      const { admin, mailbox } = await createTenant(service);
      let mustStop: () => void = () => undefined;
      const stopping = new Promise<void>((resolve) => {
        mustStop = resolve;
      });
      service.daemon.onMustStop = mustStop;

      const call = { key: admin, headers: { 'idempotency-key': 'once' } };
      const mail = { from_mailbox: mailbox.name, to: 'ann@example.org', subject: 'Once', body: 'Hello.' };
      proxy.goDownAtAnswer();
      const refused = await service.call(call, api.send, mail);
      expect([refused.status, refused.body]).toMatchObject([503, { code: 'SERVICE_UNAVAILABLE' }]);
      proxy.isDown = false;
      await stopping;
      await service.stop();

      const again = await startService({ home: service.home, config: { store } });
      await again.drain();
      const replayed = await again.call(call, api.send, mail);
      expect(replayed.status).toBe(200);
      const { messages } = await again.must(admin, api.listMessages, { id: mailbox.id });
      expect(messages).toMatchObject([{ id: replayed.body.message_id, state: 'delivered' }]);
    });
  },
);
