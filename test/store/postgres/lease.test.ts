import { describe, expect, it, onTestFinished } from 'vitest';
import { ask, connect } from '../../../daemon/store/postgres/client.ts';
import { DaemonLease } from '../../../daemon/store/postgres/lease.ts';
import { needsPrograms } from '../../support/needs.ts';
import { freshDatabase, hasPostgres } from '../../support/postgres.ts';

describe('the lease on a PostgreSQL database', needsPrograms({ postgresql: hasPostgres() }), () => {
  const claimed = async (url: string, holder: string) => {
    const lease = await DaemonLease.claim(() => connect({ url }), {
      holder,
      place: `${holder}:/srv/agentmail`,
    });
    onTestFinished(() => lease.release());
    return lease;
  };
  const run = async (url: string, text: string) => {
    const client = await connect({ url });
    await ask(client, text);
    await client.end();
  };

  it('refuses a second daemon, and says where the first one runs', async () => {
    const url = await freshDatabase();
    await claimed(url, 'one');
    await expect(claimed(url, 'two')).rejects.toThrow(
      /another agentmaild uses this database, at one:\/srv\/agentmail; .* in \d+ s/,
    );
  });

  it('is free as soon as the daemon stopped', async () => {
    const url = await freshDatabase();
    await (await claimed(url, 'one')).release();
    (await claimed(url, 'two')).assertHeld();
  });

  it('is had at once by the next run of the same home, which may have been killed', async () => {
    const url = await freshDatabase();
    const killed = await claimed(url, 'one');
    (await claimed(url, 'one')).assertHeld();
    await killed.renew();
    expect(() => killed.assertHeld()).toThrow('another agentmaild may use it now');
  });

  it('may be had by another daemon once its term is over', async () => {
    const url = await freshDatabase();
    const stalled = await claimed(url, 'one');
    await run(url, "update daemon_lease set ends_at = now() - interval '1 s'");
    await claimed(url, 'two');
    await stalled.renew();
    expect(() => stalled.assertHeld()).toThrow('another agentmaild may use it now');
  });

  it('is kept by renewals, also over a lost connection', async () => {
    const url = await freshDatabase();
    const lease = await claimed(url, 'one');
    await run(url, 'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()');
    await run(url, "update daemon_lease set ends_at = now() + interval '1 s'");
    await lease.renew();
    await lease.renew();
    lease.assertHeld();
    await expect(claimed(url, 'two')).rejects.toThrow(/in (?:29|30) s/);
  });

  it('is claimed by one of many at the same moment', async () => {
    const url = await freshDatabase('empty');
    const claims = await Promise.allSettled(
      ['one', 'two', 'three', 'four'].map((holder) => claimed(url, holder)),
    );
    expect(claims.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});
