import type { ScanVerdict } from '../../shared/contract/scan.ts';
import type { ScanFileReport } from '../../shared/contract/scan-file.ts';
import { DIRECTIONS, LANGUAGE_MODES } from '../../shared/contract/values.ts';
import { command, result } from '../command.ts';
import type { CommandContext } from '../context.ts';
import { CommandError, UsageError } from '../errors.ts';
import { choice, flag, optionalWord, renamed, text } from '../input/options/kinds.ts';
import type { ExitName } from '../machine/exit-codes.ts';
import { scanReportView } from '../output/views/scan.ts';

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
  summary: 'Scan one message without a mailbox or daemon, and mark the findings.',
  description:
    'Reads an email message (.eml), or plain text with --bare. Exits with 0 if the message would be\n' +
    'delivered, with 4 if it would be held or blocked. Line numbers refer to the decoded text.\n' +
    'Secrets are masked.',
  flags: {
    direction: choice(
      '--direction <DIRECTION>',
      'inbound looks for threats to an agent, outbound for data that must not leave. Default: inbound.',
      DIRECTIONS,
    ),
    policy: text(
      '--policy <FILE>',
      "JSON file with a mailbox's scanner_policy. Default: the policy of new mailboxes.",
    ),
    languageMode: choice(
      '--language-mode <MODE>',
      "How to treat messages that aren't in English. Default: set by the policy.",
      LANGUAGE_MODES,
    ),
    bare: flag('--bare', 'Read the input as plain text, not as a message with headers.'),
    explain: flag(
      '--explain',
      'Show the passage that decided, or came nearest, and its distance from the threshold.',
    ),
    verbose: renamed(flag('--verbose', 'Include findings that changed nothing.'), { flags: '--all' }),
  },
  arguments: { file: optionalWord('FILE', 'Message file; "-" is stdin, the default.') },
  examples: [
    { command: 'agentmail scan message.eml', about: 'check that a message is safe for an agent' },
    {
      command: 'agentmail scan --bare --direction outbound < answer.txt',
      about: 'stop a pipeline before a secret leaks',
    },
  ],
  codes: ['SCAN_FAILED'],
  exits: ['refused'],
  run: async (context, input) => {
    const file = input.file === '-' ? undefined : input.file;
    if (file === undefined && context.world.stdin.isTTY)
      throw new UsageError('No message given.', 'name a FILE, or pipe a message in');
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

async function examine({ world }: CommandContext, args: readonly string[]): Promise<ScanFileReport> {
  const { scanFileReport } = await import('../../shared/contract/scan-file.ts');
  const { exit, stdout, stderr } = await world.processes.runDaemonProgram(
    ['scan', ...args],
    world.interrupted,
  );
  if (exit === 0) return scanFileReport.parse(JSON.parse(stdout));
  const reason = stderr.trim().replace(/^agentmaild: /, '') || 'The scan was interrupted.';
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
