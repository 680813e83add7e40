import { ServiceError } from '../../platform/errors/service-error.ts';
import { scheduleRetry } from '../../platform/system/schedule-retry.ts';
import { trackWork } from '../../platform/system/track-work.ts';
import type { MailContext } from '../context.ts';
import { processOutbound } from './process.ts';

/**
 * Processes a stored send for a waiting caller. A failure that isn't the message's fault is retried in the
 * background.
 */
export async function processWithRetry(context: MailContext, messageId: string): Promise<void> {
  try {
    await trackWork(context.dispatches, processOutbound(context, messageId));
  } catch (error) {
    if (!(error instanceof ServiceError)) {
      scheduleRetry(context, () => processInBackground(context, messageId));
    }
    throw error;
  }
}

/** Processes a send without a waiting caller; states and events report the outcome. Never rejects. */
export async function processInBackground(context: MailContext, messageId: string): Promise<void> {
  try {
    await processWithRetry(context, messageId);
  } catch (error) {
    context.log.error({ err: error, message_id: messageId }, 'send not processed, will retry');
  }
}
