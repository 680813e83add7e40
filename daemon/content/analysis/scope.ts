import type { ScannerPolicy } from '../../../shared/contract/scan.ts';
import type { PlatformContext } from '../../platform/context.ts';
import type { MailboxRow } from '../../platform/store/schema.ts';
import type { ClamdAddress } from '../scanning/types.ts';

/** Inputs of a scan besides the content. */
export interface ScanScope {
  readonly policy: ScannerPolicy | null;
  readonly urlReputationActive: boolean;
  readonly blockedUrls: readonly string[];
  readonly clamd: ClamdAddress | null;
  readonly warnsOfHtml?: boolean;
}

interface ScanScopeRow {
  readonly scanner_policy: ScannerPolicy | null;
  readonly url_reputation_active: boolean;
  /** Of the sending mailbox; absent for inbound mail. */
  readonly hitl_mode?: MailboxRow['hitl_mode'];
}

/** The mailbox's policy, its account's choice, and the operator's current settings. */
export function scanScope(context: Pick<PlatformContext, 'settings'>, row: ScanScopeRow): ScanScope {
  return {
    policy: row.scanner_policy,
    urlReputationActive: row.url_reputation_active,
    blockedUrls: context.settings.get('scanning.blocked_urls'),
    clamd: clamdAddress(context.settings.get('scanning.clamd')),
    warnsOfHtml: row.hitl_mode === 'risky_only',
  };
}

/** `unix:/path` or `host:port`; the setting's schema allows nothing else. */
function clamdAddress(text: string | null): ClamdAddress | null {
  if (text === null) return null;
  if (text.startsWith('unix:')) return { path: text.slice('unix:'.length) };
  const colon = text.lastIndexOf(':');
  return { host: text.slice(0, colon).replace(/^\[|\]$/g, ''), port: Number(text.slice(colon + 1)) };
}
