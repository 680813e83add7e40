import type { RecipientDecision } from '../../inbound/check-recipient.ts';
import type { HeaderSummary } from '../../mime/headers.ts';
import type { PreparedBlob } from '../../store/blobs/blobs.ts';
import type { RecipientContext, SmtpEnvelope, SmtpListenerOptions } from '../listener.ts';
import type { SmtpReply } from '../replies.ts';
import type { LogFacts, SessionRecord } from '../session-log.ts';

/** The listener's options that can be cloned. */
export type ThreadOptions = Pick<
  SmtpListenerOptions,
  'listen' | 'hostname' | 'authservIds' | 'tls' | 'limits' | 'trustedProxies'
> & {
  /** Folder for large messages. */
  readonly blobFolder: string;
};

/** Outcome of a request. `reply` is null when the failure has no reply for the peer. */
export type ThreadOutcome<Answer> =
  | { readonly answer: Answer }
  | { readonly error: string; readonly reply: SmtpReply | null };

/** Messages from the listening thread. Requests are numbered per kind. */
export type FromThread =
  | { readonly kind: 'listening'; readonly host: string; readonly port: number }
  | { readonly kind: 'not_listening'; readonly message: string; readonly facts: ListenFailure }
  | {
      readonly kind: 'recipient';
      readonly request: number;
      readonly address: string;
      readonly context: RecipientContext;
    }
  | {
      readonly kind: 'message';
      readonly request: number;
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

/** Messages to the listening thread. */
export type ToThread =
  | { readonly kind: 'listen'; readonly options: ThreadOptions }
  | {
      readonly kind: 'recipient';
      readonly request: number;
      readonly outcome: ThreadOutcome<RecipientDecision>;
    }
  | { readonly kind: 'message'; readonly request: number; readonly outcome: ThreadOutcome<readonly string[]> }
  | { readonly kind: 'stop' };

/** System error of an address that can't be bound. */
export type ListenFailure = Pick<NodeJS.ErrnoException, 'code' | 'syscall'> & {
  readonly address?: string | undefined;
  /** For a name that doesn't resolve, instead of an address. */
  readonly hostname?: string | undefined;
  readonly port?: number | undefined;
};
