import { PLANS, TIERS } from '../../shared/contract/limits.ts';
import { command, result } from '../command.ts';
import type { CommandContext } from '../context.ts';
import { UnreachableError, UsageError } from '../errors.ts';
import { assertExclusive } from '../input/options/input.ts';
import { choice, flag, listenFlag, text } from '../input/options/kinds.ts';
import { type Up, upView } from '../output/views/daemon.ts';
import type { StartOptions } from '../tasks/lifecycle/start.ts';

export const up = command({
  name: ['up'],
  summary: 'Start the daemon in the background, unless it is running.',
  description:
    "The first start creates the owner's account, without limits, and stores its key in the keychain\n" +
    'or in a file that only you can read. If the home is installed as a service, the service starts,\n' +
    'unless flags change how this run behaves.',
  flags: {
    http: listenFlag(
      '--http <HOST:PORT>',
      'Address of the REST API. Default: 127.0.0.1:4310. Port 0 picks a free one.',
    ),
    smtp: listenFlag(
      '--smtp <HOST:PORT>',
      'Address of the SMTP listener. Default: 127.0.0.1:2525. Port 0 picks a free one.',
    ),
    allowPrivateWebhooks: flag(
      '--allow-private-webhooks',
      'Allow webhooks to this machine and to private networks, still over HTTPS only.',
    ),
    testClock: flag('--test-clock', 'Run with a test clock, for agentmail operator clock advance.'),
    email: text('--email <ADDRESS>', "Address of the owner's account. Default: owner@agentmail.localhost."),
    plan: choice('--plan <PLAN>', "Plan of the owner's account. Default: unlimited.", PLANS),
    tier: choice('--tier <TIER>', 'Same as --plan, but without unlimited.', TIERS),
  },
  arguments: {},
  examples: [
    { command: 'agentmail up', about: 'start on the default ports' },
    {
      command: 'AGENTMAIL_HOME=/tmp/am agentmail up --http 127.0.0.1:0 --smtp 127.0.0.1:0',
      about: 'start a second daemon',
    },
  ],
  codes: ['NOT_STARTED'],
  endpoints: async () => {
    const { operatorListAccounts, operatorCreateAccount, getStatus } = await import(
      '../../shared/contract/operator.ts'
    );
    return { operatorListAccounts, operatorCreateAccount, getStatus };
  },
  run: async (context, input, endpoints) => {
    if (context.world.env.AGENTMAIL_URL || context.profile.url !== undefined) {
      throw new UsageError(
        'This profile or AGENTMAIL_URL names a remote daemon; up starts only the daemon of this home.',
      );
    }
    assertExclusive({ '--plan': input.plan !== undefined, '--tier': input.tier !== undefined });
    const [{ ensureOwner }, { noticeDeleted }] = await Promise.all([
      import('../tasks/lifecycle/owner.ts'),
      import('../tasks/lifecycle/deleted.ts'),
    ]);
    const daemon = await runningOrStarted(context, input);
    const owner = await ensureOwner(
      context,
      { email: input.email, plan: input.plan ?? input.tier ?? 'unlimited' },
      endpoints,
    );
    if (!owner.created) await noticeDeleted(context, endpoints.operatorListAccounts);
    const client = await context.client();
    const { exposure = [], http_bound: bound, smtp, submission } = await client.call(endpoints.getStatus, {});
    for (const warning of exposure) context.notice(warning);
    const data: Up = {
      running: true,
      ...daemon,
      ...(exposure.length > 0 && bound !== undefined && { http_bound: bound }),
      ...(smtp !== daemon.smtp && { smtp_bound: smtp }),
      ...(submission !== undefined && { submission }),
      home: context.home.path,
      account: owner.account,
      account_created: owner.created,
    };
    return result(data, upView);
  },
});

/** Whether no flag is for this run only. */
function isAsTheHomeSays({ http, smtp, testClock, allowPrivateWebhooks }: StartOptions): boolean {
  return http === undefined && smtp === undefined && !testClock && !allowPrivateWebhooks;
}

async function whereItRuns(context: CommandContext): Promise<Omit<RunningDaemon, 'started'>> {
  const { findDaemon } = await import('../client/connection.ts');
  const { pid, http, smtp } = await findDaemon(context);
  return { pid, http, smtp };
}

type RunningDaemon = Pick<Up, 'started' | 'pid' | 'http' | 'smtp'>;

async function runningOrStarted(context: CommandContext, options: StartOptions): Promise<RunningDaemon> {
  const { world, home } = context;
  try {
    return { started: false, ...(await whereItRuns(context)) };
  } catch (error) {
    if (!(error instanceof UnreachableError)) throw error;
  }
  context.say('Starting the daemon.');
  if (isAsTheHomeSays(options)) {
    const { resumeService } = await import('../tasks/service/resume.ts');
    if (await resumeService(context)) return { started: true, ...(await whereItRuns(context)) };
  }
  const { StartedElsewhereError, startDaemon } = await import('../tasks/lifecycle/start.ts');
  try {
    const { pid, http, smtp } = await startDaemon(world, home, options);
    return { started: true, pid, http, smtp };
  } catch (error) {
    if (!(error instanceof StartedElsewhereError)) throw error;
    const { whenStarted } = await import('../tasks/lifecycle/when-started.ts');
    await whenStarted(context, error);
    return { started: false, ...(await whereItRuns(context)) };
  }
}
