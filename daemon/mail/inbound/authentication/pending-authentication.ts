import type { SenderAuthentication } from '../../../platform/store/schema.ts';
/** A sender authentication in progress. */
export class PendingAuthentication {
  /** Null until it is known. */
  outcome: SenderAuthentication | null = null;
  /** Resolves when the outcome is known. */
  readonly found: Promise<void>;

  /** `work` never rejects. */
  constructor(work: Promise<SenderAuthentication>) {
    this.found = work.then((outcome) => {
      this.outcome = outcome;
    });
  }
}
