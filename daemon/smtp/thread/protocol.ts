import type { HeaderSummary } from '../../inbound/headers.ts';
import type { PreparedBlob } from '../../store/blob-files.ts';
import type { RecipientContext, SmtpEnvelope, SmtpListenerOptions } from '../listener.ts';
import type { RecipientDecision, SmtpReply } from '../replies.ts';
import type { LogFacts, SessionRecord } from '../session-log.ts';

/** What a thread is started with: the options that can be copied. */
export type ThreadOptions = Pick<
  SmtpListenerOptions,
  'listen' | 'hostname' | 'authservIds' | 'tls' | 'limits'
> & {
  /** Where the bytes of large messages go. */
  readonly blobFolder: string;
};

/** What became of a question. `reply` is null where the failure does not say what the peer shall hear. */
export type Outcome<Answer> =
  | { readonly answer: Answer }
  | { readonly error: string; readonly reply: SmtpReply | null };

/** From the thread that listens. Questions are numbered, each kind by itself. */
export type FromThread =
  | { readonly kind: 'listening'; readonly host: string; readonly port: number }
  | { readonly kind: 'not_listening'; readonly message: string; readonly facts: ListenFailure }
  | {
      readonly kind: 'recipient';
      readonly question: number;
      readonly address: string;
      readonly context: RecipientContext;
    }
  | {
      readonly kind: 'message';
      readonly question: number;
      readonly envelope: SmtpEnvelope;
      readonly content: Uint8Array<ArrayBuffer> | readonly PreparedBlob[];
      readonly headers: HeaderSummary;
    }
  | {
      readonly kind: 'log';
      readonly level: 'info' | 'warn';
      readonly message: string;
      readonly facts: LogFacts;
    }
  | { readonly kind: 'session_ended'; readonly record: SessionRecord }
  | { readonly kind: 'stopped' };

/** To the thread that listens. */
export type ToThread =
  | { readonly kind: 'recipient'; readonly question: number; readonly outcome: Outcome<RecipientDecision> }
  | { readonly kind: 'message'; readonly question: number; readonly outcome: Outcome<readonly string[]> }
  | { readonly kind: 'stop' };

/** What the system says of an address that cannot be taken. */
export type ListenFailure = Pick<NodeJS.ErrnoException, 'code' | 'syscall'> & {
  readonly address?: string | undefined;
  /** Instead of an address: a name that means none. */
  readonly hostname?: string | undefined;
  readonly port?: number | undefined;
};
