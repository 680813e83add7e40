import type { HeaderSummary } from '../../../content/mime/headers.ts';
import type { RecipientAnswer } from '../../../mail/inbound/check-recipient.ts';
import type { PreparedBlob } from '../../../platform/store/blobs/blobs.ts';
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

/** The admission of a large message, which the main thread keeps under a number. */
export interface AdmissionTicket {
  readonly ticket: number;
  readonly copies: number;
}

/** Synced files of a large message. */
export interface WrittenCopies {
  readonly ticket: number;
  readonly blobs: readonly PreparedBlob[];
}

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
      readonly content: Uint8Array<ArrayBuffer> | WrittenCopies;
      readonly headers: HeaderSummary;
    }
  /** Asks for the copies of a large message before they're written. */
  | {
      readonly kind: 'admit';
      readonly request: number;
      readonly envelope: SmtpEnvelope;
      readonly bytes: number;
    }
  /** The copies couldn't be written. */
  | { readonly kind: 'abandoned'; readonly ticket: number }
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
      readonly outcome: ThreadOutcome<RecipientAnswer>;
    }
  | { readonly kind: 'message'; readonly request: number; readonly outcome: ThreadOutcome<readonly string[]> }
  | { readonly kind: 'admit'; readonly request: number; readonly outcome: ThreadOutcome<AdmissionTicket> }
  | { readonly kind: 'stop' };

/** System error of an address that can't be bound. */
export type ListenFailure = Pick<NodeJS.ErrnoException, 'code' | 'syscall'> & {
  readonly address?: string | undefined;
  /** For a name that doesn't resolve, instead of an address. */
  readonly hostname?: string | undefined;
  readonly port?: number | undefined;
};
