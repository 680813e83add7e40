import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { agentmail } from '../support/cli.ts';
import { createTenant, type Service, startService, temporaryHome } from '../support/service.ts';

/**
 * A file of 10,000 lines with 300 bad ones, into a fresh account, through the command line and a real daemon.
 */

const LINES = 10_000;
const BAD = 300;
const HOUR = 3_600_000;

interface Report {
  rows: number;
  entries: number;
  duplicates: number;
  added: number;
  already_existed: number;
  left: number;
  resume_at: string | null;
  invalid: { line: number; value: string; reason: string }[];
}

/** Every 33rd line is bad until there are enough; the others differ. */
function fileOf(home: string): { file: string; badLines: number[] } {
  const badLines: number[] = [];
  const lines = Array.from({ length: LINES }, (_, index) => {
    const bad = index % 33 === 7 && badLines.length < BAD;
    if (bad) badLines.push(index + 1);
    return bad ? `person${index}.example.org` : `Person${index}@Example.org`;
  });
  const file = join(home, 'people.txt');
  writeFileSync(file, `${lines.join('\n')}\n`);
  return { file, badLines };
}

interface Options {
  readonly home: string;
  readonly env: Record<string, string>;
}

/** A caller who has a key but not the machine: the budget binds. */
async function caller(service: Service): Promise<Options> {
  const { admin } = await createTenant(service);
  return {
    home: temporaryHome(),
    env: { AGENTMAIL_URL: service.daemon.runtime.http, AGENTMAIL_KEY: admin },
  };
}

async function importing(options: Options, file: string, ...flags: string[]) {
  const ran = await agentmail(['suppressions', 'import', file, ...flags], options);
  return { exit: ran.exit, stderr: ran.stderr, report: ran.json<Report>() };
}

it('imports 10,000 lines with 300 bad ones: by the hourly budget, to the last entry, and again', async () => {
  const service = await startService();
  // Well inside an hour, so that none ends while the test runs.
  service.clock.moveTo(Math.ceil(service.clock.now() / HOUR) * HOUR + 1000);
  const options = await caller(service);
  const { file, badLines } = fileOf(service.home);
  const nextHour = async () => service.clock.moveTo(Math.ceil(service.clock.now() / HOUR) * HOUR + 1000);
  const onList = async () => {
    const { rows } = await service.daemon.context.store.read
      .selectFrom('list_entries')
      .select('pattern')
      .execute()
      .then((found) => ({ rows: new Set(found.map(({ pattern }) => pattern)) }));
    return rows.size;
  };

  for (const round of ['fresh', 'again'] as const) {
    const first = await importing(options, file);
    const expected =
      round === 'fresh' ? { added: 5000, already_existed: 0 } : { added: 0, already_existed: 5000 };
    expect([first.exit, first.report]).toMatchObject([
      8,
      { rows: LINES, entries: LINES - BAD, duplicates: 0, left: 4700, ...expected },
    ]);
    expect(first.report.invalid.map(({ line }) => line)).toEqual(badLines);
    expect(first.report.invalid[0]).toEqual({ line: 8, value: 'person7.example.org', reason: 'has no @' });
    const resumeAt = Math.ceil(service.clock.now() / HOUR) * HOUR;
    expect(first.report.resume_at).toBe(new Date(resumeAt).toISOString());

    const tooEarly = await importing(options, file, '--resume');
    expect([tooEarly.exit, tooEarly.report]).toMatchObject([8, { left: 4700, ...expected }]);
    await nextHour();
    const rest = await importing(options, file, '--resume');
    const whole =
      round === 'fresh' ? { added: 9700, already_existed: 0 } : { added: 0, already_existed: 9700 };
    // All valid lines are in; the exit code still says that some were not.
    expect([rest.exit, rest.report]).toMatchObject([2, { left: 0, resume_at: null, ...whole }]);
    expect(rest.report.invalid).toHaveLength(BAD);
    expect(await onList()).toBe(LINES - BAD);
    await nextHour();
  }
  const events = await service.daemon.context.store.read
    .selectFrom('events')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('type', '=', 'recipient_blocklist.added')
    .executeTakeFirstOrThrow();
  expect(events.count).toBe(LINES - BAD);
});

it('uses up what is left of the budget, and goes on after a daemon that went away', async () => {
  const service = await startService();
  service.clock.moveTo(Math.ceil(service.clock.now() / HOUR) * HOUR + 1000);
  const options = await caller(service);
  const { file } = fileOf(service.home);
  await agentmail(['suppressions', 'add', 'one@example.net'], options);
  const first = await importing(options, file);
  expect(first.report).toMatchObject({ added: 4999, left: 4701 });

  let calls = 0;
  service.clock.moveTo(Math.ceil(service.clock.now() / HOUR) * HOUR + 1000);
  const broken = await agentmail(['suppressions', 'import', file, '--resume'], {
    ...options,
    fetch: (request, init) => {
      const { url } = new Request(request, init);
      if (url.endsWith('/bulk') && ++calls > 2) return Promise.reject(new TypeError('connection lost'));
      return fetch(request, init);
    },
  });
  expect([broken.exit, broken.error().code]).toEqual([7, 'UNREACHABLE']);
  const rest = await importing(options, file, '--resume');
  expect([rest.exit, rest.report]).toMatchObject([2, { added: 9700, already_existed: 0, left: 0 }]);
});

it('does not stop the owner of the machine', async () => {
  const service = await startService();
  const { file } = fileOf(service.home);
  const options = await caller(service);
  const ran = await importing({ ...options, home: service.home }, file);
  expect([ran.exit, ran.report]).toMatchObject([2, { added: LINES - BAD, left: 0, resume_at: null }]);
});
