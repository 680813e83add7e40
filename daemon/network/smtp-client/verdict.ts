/**
 * Outcome of one attempt to hand a message to a mail server. Losing the connection after the final dot is
 * ambiguous: the server may have accepted the message.
 */

export type DeliveryVerdict =
  /** The server accepted the message with its reply to the final dot. */
  | { readonly kind: 'accepted' }
  /**
   * Temporary: nothing was accepted, and a retry may succeed. `lost` when the session ended, `slow` when it
   * was ended because the server took too long.
   */
  | { readonly kind: 'deferred'; readonly reason: string; readonly lost?: boolean; readonly slow?: boolean }
  /** Permanent. `noSuchRecipient` when the address doesn't exist. */
  | { readonly kind: 'rejected'; readonly reason: string; readonly noSuchRecipient: boolean }
  /** The final dot was sent without a reply. */
  | { readonly kind: 'ambiguous'; readonly reason: string };

/** The verdict of mail whose turn didn't come in time. */
export const NO_TURN: DeliveryVerdict = { kind: 'deferred', reason: 'connect: busy' };

/** Codes about the recipient's address (RFC 3463, X.1.XXX), without the two that are about the sender's. */
const RECIPIENT_ADDRESS = /^5\.1\.(?!7$|8$)\d{1,3}$/;

/** Codes of a hard bounce, after which the address is suppressed. */
export const HARD_BOUNCE_CODE = /^5\.(?:1\.(?!7$|8$)\d{1,3}|2\.1|0\.0)$/;

/** The enhanced code after a reply's code, or null. */
function enhancedCode(reply: string): string | null {
  return /^[245]\d\d[ -]([245]\.\d{1,3}\.\d{1,3})(?:\s|$)/.exec(reply)?.[1] ?? null;
}

/** The verdict of a refusing reply; null for others. The reason has codes only, never the server's words. */
export function judgeRefusal(stage: string, reply: string): DeliveryVerdict | null {
  const code = /^([45])\d\d/.exec(reply);
  if (!code) return null;
  const enhanced = enhancedCode(reply);
  const reason = `${stage}: ${code[0]}${enhanced === null ? '' : ` ${enhanced}`}`;
  if (code[1] === '4') return { kind: 'deferred', reason, lost: code[0] === '421' };
  return {
    kind: 'rejected',
    reason,
    noSuchRecipient: enhanced !== null && RECIPIENT_ADDRESS.test(enhanced),
  };
}
