import type { Context } from '../context.ts';
import { ServiceError } from '../errors.ts';
import { takeUpAgain } from '../system/again.ts';
import { finishOutbound, trackDispatch } from './finish.ts';

/**
 * Finishes a stored send for a waiting caller. A failure that isn't the message's fault is retried in the
 * background.
 */
export async function finishSend(context: Context, messageId: string): Promise<void> {
  try {
    await trackDispatch(context, finishOutbound(context, messageId));
  } catch (error) {
    if (!(error instanceof ServiceError)) {
      takeUpAgain(context, () => void finishUnattended(context, messageId));
    }
    throw error;
  }
}

/** Finishes a send without a waiting caller; states and events report the outcome. Never rejects. */
export async function finishUnattended(context: Context, messageId: string): Promise<void> {
  try {
    await finishSend(context, messageId);
  } catch (error) {
    context.log.error({ err: error, message_id: messageId }, 'send not finished, will retry');
  }
}
