import { CLIENT_LIMITS } from '../../platform/system/client-limits.ts';
import { SECOND } from '../../platform/system/clock.ts';

export const SMTP_LIMITS = CLIENT_LIMITS.smtp;

/** Milliseconds in which a server has to read a message. */
export function contentTime(bytes: number): number {
  return SMTP_LIMITS.content + (bytes / SMTP_LIMITS.bytesPerSecond) * SECOND;
}
