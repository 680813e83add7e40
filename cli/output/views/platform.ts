import type { ReplyOf } from '../../../shared/contract/endpoint.ts';
import type { getHealth, getMetrics, getOpenApi } from '../../../shared/contract/platform.ts';
import { bad, type Cell, fields, good, moment, type View, warning } from './document.ts';

export const healthView: View<ReplyOf<typeof getHealth>> = (health) => [
  fields(
    ['status', statusCell(health.status)],
    ['version', health.version],
    ['database', works(health.database)],
    ['scanner', works(health.scanner)],
    ['queued', String(health.queue_depth)],
    ['at', moment(health.timestamp)],
    ['capabilities', health.capabilities.join(', ')],
  ),
];

function statusCell(status: ReplyOf<typeof getHealth>['status']): Cell {
  if (status === 'ok') return good(status);
  return status === 'degraded' ? warning(status) : bad(status);
}

function works(value: boolean): Cell {
  return value ? 'ok' : bad('failing');
}

export const openApiView: View<ReplyOf<typeof getOpenApi>> = (document) => [
  { kind: 'text', text: JSON.stringify(document, null, 2) },
];

export const metricsView: View<{ readonly metrics: ReplyOf<typeof getMetrics> }> = ({ metrics }) => [
  { kind: 'text', text: metrics },
];
