import { LIMITS } from '../../../shared/contract/limits.ts';
import { issueToken } from '../challenges.ts';
import type { AccessContext } from '../context.ts';
import type { Principal } from '../principal.ts';

const PREFIX = 'am_cli_';

/** Creates a code for one sign-up. */
export async function createCliSignupCode(
  context: AccessContext,
  principal: Principal,
): Promise<{ code: string; expires_at: string }> {
  const { code, expiresAt } = await context.store.write({ account: principal.account.id }, (transaction) =>
    issueToken(context, transaction, {
      kind: 'cli_signup',
      accountId: principal.account.id,
      sessionId: principal.sessionId,
      seconds: LIMITS.cliSignupCodeSeconds,
      beside: true,
      prefix: PREFIX,
    }),
  );
  return { code, expires_at: expiresAt };
}
