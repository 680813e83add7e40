import type { getFindings, MessageFindings } from '../../../shared/contract/findings.ts';
import { isOwnHome } from '../../client/connection.ts';
import { ApiError } from '../../client/errors.ts';
import type { CommandContext } from '../../context.ts';
import { UnreachableError } from '../../errors.ts';

/**
 * Reads the positions of a message's findings. Only the operator gets them, and only from the daemon of this
 * home. Null without positions: the findings are then shown without.
 */
export async function readFindings(
  context: CommandContext,
  { id, signal }: { readonly id: string; readonly signal?: AbortSignal },
  endpoint: typeof getFindings,
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
