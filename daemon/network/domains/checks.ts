import type { AccessContext } from '../../access/context.ts';
import type { RecordStates } from '../../platform/store/schema.ts';
import { type ProbeResults, probeServers } from './probe.ts';
import { lookUpRecords } from './records.ts';
import { configOf } from './self-hosted.ts';
import type { DomainRow } from './table.ts';

/** Findings of a check of DNS and servers. */
export interface Findings {
  readonly states: RecordStates;
  readonly probes: ProbeResults | null;
}

export async function runChecks(context: AccessContext, row: DomainRow): Promise<Findings> {
  const config = configOf(context, row);
  const [states, probes] = await Promise.all([
    lookUpRecords(context, row),
    config ? probeServers(context, config) : null,
  ]);
  return { states, probes };
}
