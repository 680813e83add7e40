import type { z } from 'zod';
import type { acceptUrlReputation as contract } from '../../../shared/contract/account-life.ts';
import { URL_REPUTATION_VERSION, type urlReputation } from '../../../shared/contract/accounts.ts';
import type { ReplyOf } from '../../../shared/contract/endpoint.ts';
import type { Principal } from '../../access/principal.ts';
import type { Context } from '../../context.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';

const DISCLOSURE = {
  notice:
    "Links in mail are compared with local lists of known dangerous sites. No link leaves this machine. A link that isn't on a list may still be unsafe.",
  advisory_url: 'https://en.wikipedia.org/wiki/Phishing',
};

/** Accepts the current disclosure and enables the link check. */
export function acceptUrlReputation(
  context: Context,
  principal: Principal,
  version: string,
): Promise<ReplyOf<typeof contract>> {
  if (version !== URL_REPUTATION_VERSION) {
    throw new ServiceError('VALIDATION_ERROR', {
      issues: [{ path: 'accept_web_risk_version', message: "isn't the current version" }],
      current_version: URL_REPUTATION_VERSION,
    });
  }
  const { id } = principal.account;
  return context.store.write({ account: id }, async (transaction) => {
    const row = { url_reputation_active: true, url_reputation_version: version } as const;
    const result = await transaction.db
      .updateTable('accounts')
      .set(row)
      .where('id', '=', id)
      .where((is) =>
        is.or([
          is('url_reputation_active', '=', false),
          is('url_reputation_version', 'is distinct from', version),
        ]),
      )
      .executeTakeFirst();
    if (result.numUpdatedRows === 1n) {
      await transaction.audit({
        kind: 'account.url_reputation.accepted',
        accountId: id,
        actor: principal.actor,
        after: version,
      });
    }
    return { url_reputation: projectUrlReputation(row), disclosure: DISCLOSURE };
  });
}

export function projectUrlReputation(row: {
  readonly url_reputation_active: boolean;
  readonly url_reputation_version: string | null;
}): z.output<typeof urlReputation> {
  return {
    active: row.url_reputation_active,
    accepted_version: row.url_reputation_version,
    current_version: URL_REPUTATION_VERSION,
    privacy_ok: row.url_reputation_active,
  };
}
