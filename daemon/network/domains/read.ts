import type { AccessContext } from '../../access/context.ts';
import type { Principal } from '../../access/principal.ts';
import { type DomainView, projectDomain } from './project.ts';
import { resolveDomain } from './table.ts';

export async function listDomains(
  context: AccessContext,
  principal: Principal,
): Promise<{ domains: DomainView[] }> {
  const rows = await context.store.read
    .selectFrom('domains')
    .selectAll()
    .where('account_id', '=', principal.account.id)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return { domains: await Promise.all(rows.map((row) => projectDomain(context, row))) };
}

export async function getDomain(
  context: AccessContext,
  principal: Principal,
  id: string,
): Promise<DomainView> {
  return projectDomain(context, await resolveDomain(context.store.read, principal, id));
}
