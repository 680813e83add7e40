import type { PlatformContext } from '../platform/context.ts';
import type { DnsBlocklists } from './analysis/dns-blocklists.ts';
import type { AnalysisPool } from './analysis/pool.ts';
import type { Extractor } from './extract/extractor.ts';

/** Dependencies of operations on the content of mail. */
export interface ContentContext extends PlatformContext {
  readonly analysis: AnalysisPool;
  readonly dnsBlocklists: DnsBlocklists;
  /** Extracts text of documents: of arriving mail, of pending attachments, and of outgoing files. */
  readonly extraction: Readonly<Record<'arriving' | 'pending' | 'outgoing', Extractor>>;
}
