import type { KeptLease } from '../../../platform/store/leases.ts';
import type { Clock } from '../../../platform/system/clock.ts';
import type { Log } from '../../../platform/system/log.ts';
import { scheduleRetry } from '../../../platform/system/schedule-retry.ts';

interface QueuePorts {
  readonly clock: Clock;
  readonly retries: Set<Promise<void>>;
  /** Aborted when the daemon begins to stop. */
  readonly stopping: AbortSignal;
  readonly log: Log;
  /** The lease of the messages: without it none is begun. */
  readonly lease: KeptLease;
}

/**
 * Queue of messages whose attachments are extracted after the verdict. It holds ids only; after a crash the
 * pending attachments are found in the store.
 */
export class PreviewQueue {
  readonly #read: (messageId: string) => Promise<void>;
  readonly #ports: QueuePorts;
  readonly #waiting = new Set<string>();
  #working: Promise<void> | null = null;

  constructor(read: (messageId: string) => Promise<void>, ports: QueuePorts) {
    this.#read = read;
    this.#ports = ports;
  }

  get isBusy(): boolean {
    return this.#working !== null;
  }

  add(messageId: string): void {
    this.#waiting.add(messageId);
    this.resume();
  }

  /** Continues when the lease was granted. */
  resume(): void {
    this.#working ??= this.#work().finally(() => {
      this.#working = null;
    });
  }

  /** Resolves when the queue is empty and idle; after a stop, when nothing runs. */
  async idle(): Promise<void> {
    while (this.#working) await this.#working;
  }

  async #work(): Promise<void> {
    const { lease, log, stopping } = this.#ports;
    for (const id of this.#waiting) {
      if (stopping.aborted || !(await lease.hold())) return;
      this.#waiting.delete(id);
      try {
        await this.#read(id);
      } catch (error) {
        // The rows stay pending.
        log.error({ err: error, message_id: id }, 'attachments not extracted, will retry');
        scheduleRetry(this.#ports, () => this.add(id));
      }
    }
  }
}
