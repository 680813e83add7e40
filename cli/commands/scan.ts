import type { ScanVerdict } from '../../shared/contract/scan.ts';
import type { ScanFileReport } from '../../shared/contract/scan-file.ts';
import { DIRECTIONS, LANGUAGE_MODES } from '../../shared/contract/values.ts';
import { choice, command, flag, noEndpoints, optionalWord, renamed, result, text } from '../command.ts';
import type { Context } from '../context.ts';
import { CommandError, UsageError } from '../errors.ts';
import type { ExitName } from '../exit-codes.ts';
import { scanReportView } from '../views/scan.ts';

/** A message with a warning passes, as it does in a mailbox. */
const EXIT_OF_VERDICT: Readonly<Record<ScanVerdict, ExitName>> = {
  clean: 'ok',
  warning: 'ok',
  review_required: 'refused',
  quarantined: 'refused',
  blocked: 'refused',
};

/** Exit code of the daemon's program for a wrong command. */
const DAEMON_USAGE = 2;

export const scan = command({
  name: ['scan'],
  summary: 'Scan one message, without mailbox and daemon, and mark what is found.',
  description:
    'Reads a message as it travels (.eml), or a bare text with --bare.\n' +
    'Exit code 0 when it would be delivered, 4 when it would be held or blocked.\n' +
    'Line numbers count in the decoded text. Secrets are starred out.',
  flags: {
    direction: choice(
      '--direction <DIRECTION>',
      'inbound looks for what endangers an agent, outbound for what must not leave. Default: inbound.',
      DIRECTIONS,
    ),
    policy: text(
      '--policy <FILE>',
      'JSON with the scanner_policy of a mailbox. Default: that of new mailboxes.',
    ),
    languageMode: choice(
      '--language-mode <MODE>',
      'What becomes of mail that is not English. Default: that of the policy.',
      LANGUAGE_MODES,
    ),
    bare: flag('--bare', 'The input is a bare text, not a message with headers.'),
    explain: flag(
      '--explain',
      'Show the passage that comes nearest to instructions to a machine, and by how much.',
    ),
    verbose: renamed(flag('--verbose', 'Also show findings that decide nothing.'), { flags: '--all' }),
  },
  arguments: { file: optionalWord('FILE', 'The message; "-" is stdin, which is the default.') },
  examples: [
    { command: 'agentmail scan message.eml', about: 'is it safe for an agent to read?' },
    {
      command: 'agentmail scan --bare --direction outbound < answer.txt',
      about: 'stop a pipeline before a secret leaves',
    },
  ],
  codes: ['SCAN_FAILED'],
  exits: ['refused'],
  endpoints: noEndpoints,
  run: async (context, input) => {
    const file = input.file === '-' ? undefined : input.file;
    if (file === undefined && context.world.stdin.isTTY)
      throw new UsageError('There is no message.', 'name a FILE, or pipe a message in');
    const report = await examine(context, [
      ...(input.direction === undefined ? [] : ['--direction', input.direction]),
      ...(input.policy === undefined ? [] : ['--policy', input.policy]),
      ...(input.languageMode === undefined ? [] : ['--language-mode', input.languageMode]),
      ...(input.bare ? ['--bare'] : []),
      ...(input.explain ? ['--explain'] : []),
      ...(file === undefined ? [] : ['--', file]),
    ]);
    const shown = input.verbose ? report : withoutAllowed(report, input.explain);
    return result(shown, scanReportView, EXIT_OF_VERDICT[report.verdict]);
  },
});

async function examine({ world }: Context, args: readonly string[]): Promise<ScanFileReport> {
  const { scanFileReport } = await import('../../shared/contract/scan-file.ts');
  const { exit, stdout, stderr } = await world.processes.runDaemonProgram(
    ['scan', ...args],
    world.interrupted,
  );
  if (exit === 0) return scanFileReport.parse(JSON.parse(stdout));
  const reason = stderr.trim().replace(/^agentmaild: /, '') || 'The scan broke off.';
  if (exit === DAEMON_USAGE) throw new UsageError(reason);
  throw new CommandError(reason.split('\n')[0] ?? reason, { exit: 'internal', code: 'SCAN_FAILED' });
}

function withoutAllowed(report: ScanFileReport, explain: boolean): ScanFileReport {
  const decides = ({
    decision,
    margin,
  }: {
    readonly decision: string;
    readonly margin?: number | undefined;
  }) => decision !== 'allow' || (explain && margin !== undefined);
  return {
    ...report,
    categories: report.categories.filter(decides),
    findings: report.findings.filter(decides),
  };
}
