import type { getFindings, MessageFindings } from '../../shared/contract/findings.ts';
import { isOwnHome } from '../client/connection.ts';
import { ApiError } from '../client/errors.ts';
import type { Context } from '../context.ts';
import { UnreachableError } from '../errors.ts';

/**
 * Findings of a message with their positions. Only the operator gets positions, and only from the daemon of
 * this home; null otherwise, and when there are none: findings without positions are shown as they are.
 */
export async function readFindings(
  context: Context,
  id: string,
  endpoint: typeof getFindings,
  signal?: AbortSignal,
): Promise<MessageFindings | null> {
  if (!(await isOwnHome(context))) return null;
  const client = await context.client();
  try {
    return await client.call(endpoint, { params: { id }, ...(signal && { signal }) });
  } catch (error) {
    if (error instanceof ApiError || error instanceof UnreachableError) return null;
    throw error;
  }
}
