import type { JobKind } from '../platform/jobs/runner.ts';
import { cachedRecords } from '../platform/system/dns-cache.ts';
import { DnsBlocklists } from './analysis/dns-blocklists.ts';
import { AnalysisPool, type TaskTimer } from './analysis/pool.ts';
import type { ContentContext } from './context.ts';
import { Extractor } from './extract/extractor.ts';
import { rebuildSearch, SEARCH_REBUILD } from './stored-text/search-index.ts';
import { mergeSearchIndex, SEARCH_MERGE } from './stored-text/search-merge.ts';

/** Threads and processes that tests share among daemons. */
export interface ContentOverrides {
  /** The first daemon that ends closes them. */
  readonly analysis?: AnalysisPool;
  /** Readers of documents. The daemon closes them when it stops. */
  readonly extraction?: ContentContext['extraction'];
}

export function composeContent(
  parts: Pick<ContentContext, 'clock' | 'config' | 'dns' | 'log' | 'settings'>,
  taskStarted: TaskTimer,
  { analysis, extraction }: ContentOverrides,
): Pick<ContentContext, 'analysis' | 'dnsBlocklists' | 'extraction'> {
  const { clock, config, dns, log, settings } = parts;
  return {
    analysis: analysis ?? new AnalysisPool(config.scanTimeout, log, taskStarted),
    dnsBlocklists: new DnsBlocklists(cachedRecords(dns, clock), settings),
    extraction: extraction ?? {
      arriving: new Extractor(),
      pending: new Extractor(),
      outgoing: new Extractor(),
    },
  };
}

export function contentJobs(context: ContentContext): [string, JobKind][] {
  return [
    [SEARCH_MERGE, () => mergeSearchIndex(context)],
    [SEARCH_REBUILD, (payload) => rebuildSearch(context, payload)],
  ];
}
