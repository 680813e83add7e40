import type { streamEvents } from '../../../shared/contract/event-stream.ts';
import type { EventEnvelope } from '../../../shared/contract/events.ts';
import type { EventType } from '../../../shared/contract/values.ts';
import { summarizeEvent } from '../../../shared/event-summary.ts';
import { oneLine } from '../../../shared/one-line.ts';
import { NO_SUBJECT } from '../../../shared/placeholders.ts';
import type { CommandContext } from '../../context.ts';
import { definedFields } from '../../input/options/input.ts';
import type { World } from '../../machine/world.ts';
import { eventLine } from '../../output/views/events.ts';
import { followEvents } from '../events/follow.ts';
import { type DesktopNotification, showOnDesktop } from './desktop.ts';

/** Events of mail that is held. */
export const HOLDS = [
  'message.pending_review',
  'message.quarantined',
] as const satisfies readonly EventType[];

/** Between notifications, so that a flood of mail is none of notifications. */
const PAUSE_MS = 5_000;
const ABOUT_CHARACTERS = 120;
const SUBJECT_CHARACTERS = 80;
const BELL = '\u0007';

/** Where there is no desktop, the terminal rings. */
interface Ringing {
  readonly ring: (bell: string) => void;
  /** Tells the person once that there is no desktop. */
  readonly say: (text: string) => void;
}

/** Shows holds on the desktop, one notification at a time; what is held meanwhile is counted in the next. */
export class HoldNotifier {
  readonly #world: World;
  readonly #ringing: Ringing;
  readonly #signal: AbortSignal;
  #waiting: EventEnvelope[] = [];
  #showing: Promise<void> | undefined;
  #hasDesktop = true;

  constructor(world: World, signal: AbortSignal, ringing: Ringing) {
    this.#world = world;
    this.#signal = signal;
    this.#ringing = ringing;
  }

  /** Events that hold no mail are ignored. */
  happened(envelope: EventEnvelope): void {
    if (!(HOLDS as readonly string[]).includes(envelope.event)) return;
    this.#waiting.push(envelope);
    this.#showing ??= this.#show().finally(() => {
      this.#showing = undefined;
    });
  }

  async #show(): Promise<void> {
    while (this.#waiting.length > 0) {
      await this.#tell(notificationOf(this.#waiting.splice(0)));
      await this.#world.clock.sleep(PAUSE_MS, this.#signal);
    }
  }

  async #tell(notification: DesktopNotification): Promise<void> {
    if (this.#hasDesktop && (await showOnDesktop(this.#world, notification))) return;
    if (this.#hasDesktop) {
      this.#hasDesktop = false;
      this.#ringing.say('No desktop takes notifications here, so the terminal bell rings instead.');
    }
    this.#ringing.ring(BELL);
  }
}

function notificationOf(holds: readonly EventEnvelope[]): DesktopNotification {
  const [only] = holds;
  if (!only || holds.length > 1) {
    return { title: `${holds.length} messages wait for your decision`, text: 'agentmail review' };
  }
  const { about, subject = '' } = summarizeEvent(only.data);
  return {
    title: 'A message waits for your decision',
    text: `${oneLine(about, ABOUT_CHARACTERS)}: ${oneLine(subject, SUBJECT_CHARACTERS) || NO_SUBJECT}`,
  };
}

/** Shows and prints holds until the person interrupts, without a screen. */
export async function watchHolds(
  context: CommandContext,
  mailbox: string | undefined,
  endpoint: typeof streamEvents,
): Promise<void> {
  const { stderr, interrupted } = context.world;
  const notifier = new HoldNotifier(context.world, interrupted, {
    ring: (bell) => {
      if (stderr.isTTY) stderr.write(bell);
    },
    say: context.notice,
  });
  const link = {
    opened: (again: boolean) =>
      context.notice(again ? 'Reconnected. Nothing was missed.' : 'Watching for held mail. Ctrl+C ends it.'),
    lost: () => context.notice('Connection lost, reconnecting.'),
  };
  const query = { events: HOLDS.join(','), ...definedFields({ mailbox }) };
  for await (const { cursor, envelope } of followEvents(context, { query, link }, endpoint)) {
    await context.emit({ ...envelope, cursor }, eventLine);
    notifier.happened(envelope);
  }
}
