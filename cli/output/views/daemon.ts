import type { ReplyOf } from '../../../shared/contract/endpoint.ts';
import type { createBackup, getStatus } from '../../../shared/contract/operator.ts';
import type { RestoreReport } from '../../../shared/restore-report.ts';
import {
  type Block,
  bad,
  type Cell,
  fields,
  gap,
  good,
  indented,
  line,
  moment,
  orDash,
  padded,
  quiet,
  strong,
  table,
  type View,
  warning,
} from './document.ts';
import { counted, megabytes } from './numbers.ts';

export interface Up {
  readonly running: true;
  /** Whether this command started it. */
  readonly started: boolean;
  readonly pid: number;
  readonly http: string;
  /** `host:port` of the API, when it differs from the local address. */
  readonly http_bound?: string;
  readonly smtp: string;
  /** `host:port` of the SMTP listener, when it differs from the local address. */
  readonly smtp_bound?: string;
  /** `host:port` where mail programs send, unless that is off. */
  readonly submission?: string;
  readonly home: string;
  readonly account: string | null;
  readonly account_created: boolean;
}

/** Suggestions after the first start. */
const NEXT = [
  ['agentmail mailboxes create support', 'create a mailbox'],
  ['agentmail send --to you@example.com -s Hello -b "It works."', 'send; the message stays in the outbox'],
  ['agentmail outbox list', 'show it; no mail leaves this machine'],
  ['agentmail wait --timeout 300', 'print the next message'],
] as const;
const NEXT_WIDTH = Math.max(...NEXT.map(([command]) => command.length)) + 1;

export const upView: View<Up> = (up) => [
  line(good(up.started ? 'The daemon is running.' : 'The daemon is already running.')),
  fields(
    ['api', up.http],
    ...(up.http_bound === undefined ? [] : [['bound to', warning(up.http_bound)] as const]),
    ['smtp', up.smtp],
    ...(up.smtp_bound === undefined ? [] : [['bound to', up.smtp_bound] as const]),
    ...(up.submission === undefined ? [] : [['submission', up.submission] as const]),
    ['home', up.home],
    ['account', orDash(up.account)],
    ['pid', quiet(String(up.pid))],
  ),
  ...(up.account_created
    ? [
        gap,
        line('Next:'),
        ...NEXT.map(([command, about]) => indented(2, padded(command, NEXT_WIDTH), quiet(about))),
      ]
    : []),
];

export type Down = { readonly stopped: true; readonly pid: number } | { readonly stopped: false };

export const downView: View<Down> = (down) => [
  line(down.stopped ? `The daemon (pid ${down.pid}) has stopped.` : 'No daemon was running.'),
];

type DaemonReply = ReplyOf<typeof getStatus>;

export type DaemonStatus =
  | { readonly running: false; readonly home: string; readonly reason: string }
  | ({ readonly running: true; readonly home: string } & DaemonReply);

export const statusView: View<DaemonStatus> = (status) => {
  if (!status.running)
    return [line(bad('Not running.'), status.reason), line(quiet('To start it: agentmail up'))];
  const { queues } = status;
  return [
    line(good('Running.')),
    fields(
      ['api', status.http],
      ...(status.exposure === undefined || status.http_bound === undefined
        ? []
        : [['bound to', warning(status.http_bound)] as const]),
      ...(status.page === undefined ? [] : [['page', status.page] as const]),
      ['smtp', status.smtp],
      ...(status.submission === undefined ? [] : [['submission', status.submission] as const]),
      ['home', status.home],
      ['version', status.version],
      ['since', moment(status.started_at)],
      ['transport', transportOf(status)],
      [
        'queued',
        [
          counted(queues.scan, 'scan'),
          counted(queues.dispatch, 'send'),
          counted(queues.webhook, 'webhook'),
          counted(queues.jobs, 'job'),
          ...(queues.decisions ? [counted(queues.decisions, 'decision')] : []),
        ].join(', '),
      ],
      ['accounts', String(status.accounts)],
      ...connectionRow(status),
      ...(status.database === undefined ? [] : [['database', engineOf(status.database)] as const]),
      [
        'stored',
        `${megabytes(status.database_bytes)} in the database, ${megabytes(status.blob_bytes)} in files`,
      ],
      [
        'postmaster',
        `${megabytes(status.postmaster_bytes)} of ${megabytes(status.postmaster_limit_bytes)} of mail to postmaster@`,
      ],
      ['backup', status.last_backup_at === null ? warning('never') : moment(status.last_backup_at)],
      ...(status.test_clock ? [['clock', warning(`test clock, at ${status.now}`)] as const] : []),
      ...(isDraining(status)
        ? [['state', warning('draining: accepts nothing until a restart')] as const]
        : []),
      ['pid', quiet(String(status.pid))],
    ),
    ...nodesTable(status.node, status.nodes),
  ];
};

function transportOf({ transport, connections }: DaemonReply): string {
  if (transport !== 'capture') return transport;
  return connections
    ? 'capture: only mail of connected mailboxes leaves this machine'
    : 'capture: no mail leaves this machine';
}

function connectionRow({ connections }: DaemonReply): [string, Cell][] {
  if (!connections) return [];
  const { connected, failing } = connections;
  const text = `${connected}${failing === 0 ? '' : `, ${failing} failing`}`;
  return [['connected', failing === 0 ? text : warning(text)]];
}

function isDraining({ node, nodes = [] }: DaemonReply): boolean {
  return nodes.some(({ name, state }) => name === node && state === 'draining');
}

/** Nothing for a daemon alone. */
function nodesTable(own: DaemonReply['node'], nodes: DaemonReply['nodes'] = []): Block[] {
  if (nodes.length < 2) return [];
  return [
    gap,
    table(
      [
        { title: 'node' },
        { title: 'state' },
        { title: 'version' },
        { title: 'api' },
        { title: 'seen' },
        { title: 'leases' },
      ],
      nodes.map(({ name, state, version, http, seen_at, leases }) => [
        name === own ? strong(name) : name,
        state === 'running' ? good(state) : warning(state),
        version,
        orDash(http),
        moment(seen_at),
        String(leases),
      ]),
      '',
    ),
  ];
}

const ENGINES = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const;

function engineOf({ engine, version }: NonNullable<DaemonReply['database']>): string {
  return `${ENGINES[engine]} ${version}`;
}

export const drainView: View<{ readonly drained: true }> = () => [
  line(good('Drained.'), 'The daemon accepts nothing, and has no work left.'),
  line('agentmail down stops it. agentmail up accepts work again after that.'),
];

/** A backup, and the older ones that it made superfluous. */
export type BackupReport = ReplyOf<typeof createBackup> & {
  /** Names of files; absent when none were to be removed. */
  readonly removed?: readonly string[];
};

export const backupView: View<BackupReport> = ({ file, bytes, created_at: at, removed }) => [
  line(good('The backup is complete and verified.')),
  gap,
  fields(
    ['file', strong(file)],
    ['size', megabytes(bytes)],
    ['created', moment(at)],
    ...(removed === undefined ? [] : [['removed', `${removed.length} older`] as const]),
  ),
];

/** `start` is the command that starts the daemon of that home. */
export const restoredView =
  (start: string): View<RestoreReport> =>
  (report) => [
    line(good('Restored the home from the backup.')),
    gap,
    fields(
      ['home', strong(report.home)],
      ['accounts', String(report.accounts)],
      ['messages', String(report.messages)],
      ...(report.kept_in === null ? [] : [['moved to', report.kept_in] as const]),
    ),
    ...(report.disarmed === 0
      ? []
      : [
          line(
            warning(
              `${report.disarmed} sends fell due since then and may already have been sent: they are held.`,
            ),
          ),
        ]),
    line(quiet(`To start it: ${start}`)),
  ];

/** A link to the page, and whether a browser was started with it. */
export interface Opened {
  readonly account: string;
  readonly opened: boolean;
  readonly expires_at: string;
  /** Absent when a browser has it. */
  readonly url?: string;
}

export const openedView: View<Opened> = ({ url }) => [
  url === undefined
    ? line(
        good('Opened in the browser.'),
        quiet('If nothing shows up, agentmail open --print prints a link.'),
      )
    : line(url),
];
