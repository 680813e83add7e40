import type { BodyInputOf, ReplyOf } from '../../../shared/contract/endpoint.ts';
import type { previewPolicy } from '../../../shared/contract/mailbox-policies.ts';
import { PREVIEW_ORIGINS } from '../../../shared/contract/values.ts';
import { type CommandOutcome, result } from '../../command.ts';
import type { CommandContext } from '../../context.ts';
import { UsageError } from '../../errors.ts';
import { inMailbox } from '../../input/lookups/mailbox.ts';
import { definedFields } from '../../input/options/input.ts';
import { choice, flag, renamed, text } from '../../input/options/kinds.ts';
import { type RecipientInput, recipientFields, recipientFlags } from '../../input/options/recipients.ts';
import { futureTime } from '../../input/options/time.ts';
import type { ExitName } from '../../machine/exit-codes.ts';
import { explanation, previewView } from '../../output/views/policies.ts';

export function originFlag(about: string) {
  return choice('--origin <ORIGIN>', about, PREVIEW_ORIGINS);
}

/** Flags of a dry run. */
export const previewFlags = {
  mailbox: inMailbox,
  ...recipientFlags('Who would get it.'),
  subject: text('-s, --subject <TEXT>', 'The subject.'),
  body: text('-b, --body <TEXT>', 'The text.'),
  at: futureTime('--at <TIME>', 'At this moment instead of now.'),
  scan: flag('--scan', 'Scan subject and text, too.'),
  origin: renamed(originFlag('As if sent by an agent or by a person.'), { flags: '--as <ORIGIN>' }),
};

interface PreviewInput extends RecipientInput {
  readonly subject: string | undefined;
  readonly body: string | undefined;
  readonly at: string | undefined;
  readonly scan: boolean;
  readonly origin: 'agent' | 'human' | undefined;
}

export function previewBody(input: PreviewInput): BodyInputOf<typeof previewPolicy> {
  const { to, ...copies } = recipientFields(input);
  if (to === undefined) throw new UsageError('--to is required.');
  return {
    to,
    ...copies,
    ...definedFields({ subject: input.subject, body: input.body, at_time: input.at }),
    ...(input.scan ? { run_content_scan: true } : {}),
    ...definedFields({ origin: input.origin }),
  };
}

/** Flags of a send that show what would happen. */
export const dryRunFlags = {
  dryRun: flag('--dry-run', 'Show what would happen without sending. Needs an admin key.'),
  explain: flag(
    '--explain',
    'With --dry-run: show each gate, why it passes or fails, and what would change it.',
  ),
  origin: originFlag('With --dry-run: send as a person (default) or as an agent.'),
};

interface DryRunInput {
  readonly dryRun: boolean;
  readonly explain: boolean;
  readonly origin: 'agent' | 'human' | undefined;
}

export function assertDryRunFlags({ dryRun, explain, origin }: DryRunInput): void {
  if (dryRun || (!explain && origin === undefined)) return;
  throw new UsageError('--explain and --origin require --dry-run.');
}

/** Runs the gates and the scan of a message, without sending it. */
export async function dryRun(
  context: CommandContext,
  { explain, origin }: Pick<DryRunInput, 'explain' | 'origin'>,
  call: {
    readonly endpoint: typeof previewPolicy;
    readonly mailbox: string;
    readonly body: BodyInputOf<typeof previewPolicy>;
  },
): Promise<CommandOutcome> {
  const client = await context.client();
  const preview = await client.call(call.endpoint, {
    params: { id: call.mailbox },
    body: { ...call.body, run_content_scan: true, origin: origin ?? 'human' },
  });
  return result(preview, explain ? explanation : previewView, previewExit(preview));
}

const EXIT_OF: Readonly<Record<ReplyOf<typeof previewPolicy>['result'], ExitName>> = {
  passes_all_checks_run: 'ok',
  would_hold: 'held',
  would_block: 'refused',
};

/** Exit of a dry run or preview. */
export function previewExit({ result }: Pick<ReplyOf<typeof previewPolicy>, 'result'>): ExitName {
  return EXIT_OF[result];
}
