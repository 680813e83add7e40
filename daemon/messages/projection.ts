import type { ScanView } from '../../shared/contract/scan.ts';
import type { Principal } from '../access/principal.ts';
import type { Context } from '../context.ts';
import { trustedMessages } from '../senders/trust/evaluate.ts';
import { shownPreviews } from './body.ts';
import type { Projection } from './project.ts';
import type { MessageRow } from './table.ts';

/** How a caller gets these messages shown. */
export async function projectionFor(
  context: Context,
  principal: Principal,
  rows: readonly MessageRow[],
  view: ScanView = 'summary',
): Promise<Projection> {
  return {
    view,
    dashboardBase: context.config.dashboardBase,
    trusted: await trustedMessages(context, principal, rows),
    previews: await shownPreviews(context, rows),
    wholeBodies: principal.method === 'session',
  };
}
