import type { Selectable } from 'kysely';
import type { ReadingPolicy } from '../../../content/stored-text/redaction.ts';
import type { LeftOutFile, MessagesTable } from '../../../platform/store/schema.ts';

/** The message that a submission forwards. */
export interface ForwardedMail {
  readonly id: string;
  /** How its text was shown when it was quoted. */
  readonly policy: ReadingPolicy;
  /** Its files that go along and have no copies yet. */
  readonly files: readonly ForwardedFile[];
  readonly leftOut: readonly LeftOutFile[];
}

/** A file that goes along. */
export interface ForwardedFile {
  readonly filename: string;
  readonly contentType: string;
  readonly size: number;
  /** The forwarded message itself, whose bytes needn't begin like a message. */
  readonly isSource?: true;
  read(): Promise<Uint8Array>;
}

/** The parts of a submission that make it a forward. */
interface ForwardFacts {
  readonly forwards?: ForwardedMail | null;
  readonly revises?: { readonly forward_of: string | null } | null;
  readonly replaces?: {
    readonly original: Pick<Selectable<MessagesTable>, 'forward_of' | 'files_left_out'>;
  } | null;
}

/**
 * Id of the message that a submission forwards; null when it forwards none. A new version of a forward, and
 * an edited one, are forwards too, whatever they say.
 */
export function forwardOf({ forwards, revises, replaces }: ForwardFacts): string | null {
  return forwards?.id ?? revises?.forward_of ?? replaces?.original.forward_of ?? null;
}

/** Files of the forwarded message that stay behind; an edited forward leaves out the same. */
export function leftOutOf({ forwards, replaces }: ForwardFacts): readonly LeftOutFile[] | null {
  if (!forwards) return replaces?.original.files_left_out ?? null;
  return forwards.leftOut.length > 0 ? forwards.leftOut : null;
}
