import type { getFindings, MessageFindings } from '../../shared/contract/findings.ts';
import { isOwnHome } from '../client/connection.ts';
import { ApiError } from '../client/errors.ts';
import type { Context } from '../context.ts';
import { UnreachableError } from '../errors.ts';

/**
 * What was found in a message, with its places. Only the owner of the machine is told them, and only the daemon of this
 * home is asked; null for everybody else, and when it has none to tell: without places the findings stay what they are.
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
