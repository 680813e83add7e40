/** The scanning engine: what the rest of the daemon calls. */
export { type RedactionConfig, redact } from './pii/redact.ts';
export { projectScan } from './report.ts';
export { incompleteReport, scanMessage, warmUp } from './scan.ts';
export type {
  AttachmentReport,
  AuthenticationVerdict,
  ClamdAddress,
  Direction,
  Finding,
  FindingSpan,
  PiiSpan,
  ScanAttachment,
  ScanInput,
  ScanOptions,
  ScanReport,
  Severity,
} from './types.ts';
