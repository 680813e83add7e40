import type { PlatformContext } from '../platform/context.ts';
import type { Guards } from './guards.ts';
import type { Notices } from './notice.ts';
import type { PageLinks } from './page-links.ts';

/** Dependencies of operations about callers. */
export interface AccessContext extends PlatformContext {
  readonly guards: Guards;
  /** Links that sign browsers in to the page for people. */
  readonly pageLinks: PageLinks;
  /** The service's own mail and text messages. */
  readonly notices: Notices;
}
