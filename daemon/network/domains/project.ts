import type { z } from 'zod';
import type { domain } from '../../../shared/contract/domains.ts';
import type { AccessContext } from '../../access/context.ts';
import { isoTime, isoTimeOrNull } from '../../platform/system/iso-time.ts';
import { recordsOf } from './records.ts';
import { configOf, showConfig } from './self-hosted.ts';
import type { DomainRow } from './table.ts';

export type DomainView = z.output<typeof domain>;

/** A domain as the API shows it. */
export async function projectDomain(context: AccessContext, row: DomainRow): Promise<DomainView> {
  const config = configOf(context, row);
  return {
    id: row.id,
    domain_name: row.name,
    domain_type: 'custom',
    transport_mode: row.transport_mode,
    is_default: row.is_default,
    verification_status: row.verification_status,
    status: row.status,
    health: row.health,
    dns_records_json: await recordsOf(context, row),
    admin_review_status: null,
    self_hosted_config: config && showConfig(config),
    catch_all_mailbox_id: row.catch_all_mailbox_id,
    created_at: isoTime(row.created_at),
    verified_at: isoTimeOrNull(row.verified_at),
  };
}
