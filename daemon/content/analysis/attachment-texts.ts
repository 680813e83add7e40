import type { Scan } from '../../../shared/contract/scan.ts';
import { projectScan } from '../scanning/report.ts';
import { scanMessage } from '../scanning/scan.ts';
import { malwareSignatures } from '../scanning/scanners/malware-signatures.ts';
import { pii } from '../scanning/scanners/pii.ts';
import { promptInjection } from '../scanning/scanners/prompt-injection.ts';
import { urlReputation } from '../scanning/scanners/url-reputation.ts';
import { mergeScans } from './merge-scans.ts';
import type { ScanScope } from './scope.ts';

/** Extracted texts of one message's attachments. */
export interface AttachmentTextsTask {
  readonly texts: readonly {
    /** Index of the attachment in its message. */
    readonly index: number;
    readonly filename: string | null;
    readonly text: string;
  }[];
  readonly scope: ScanScope;
}

/** Scanners for text; the files themselves were scanned before. */
const TEXT_SCANNERS = [malwareSignatures, promptInjection, urlReputation, pii];

const NOTHING = new Uint8Array();

/** Scans each text separately, so that every finding belongs to one attachment. */
export async function attachmentTexts({ texts, scope }: AttachmentTextsTask): Promise<Scan> {
  const scans: Scan[] = [];
  for (const { index, filename, text } of texts) {
    const report = await scanMessage(
      {
        direction: 'inbound',
        subject: '',
        text: '',
        html: null,
        // The name was scanned with the message.
        attachments: [{ filename: null, declaredType: null, content: NOTHING, text }],
        ...scope,
      },
      { scanners: TEXT_SCANNERS },
    );
    scans.push(attributed(projectScan(report, 'verbose'), index, filename));
  }
  return mergeScans(scans);
}

function attributed(scan: Scan, index: number, filename: string | null): Scan {
  const findings = scan.findings.map((finding) => ({
    ...finding,
    attachment_index: index,
    ...(filename !== null && { attachment_filename: filename }),
    attachment_policy_action: 'derived_text_finding' as const,
  }));
  return { ...scan, findings };
}
