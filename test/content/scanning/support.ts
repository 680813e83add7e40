import { type ScanInput, type ScanReport, scanMessage } from '../../../daemon/content/scanning/index.ts';
import type { ScanAttachment, ScanOptions } from '../../../daemon/content/scanning/types.ts';

/** An inbound message; a test states only what it is about. */
export function inbound(input: Partial<ScanInput>): ScanInput {
  return {
    direction: 'inbound',
    subject: 'Hello',
    text: 'Hi Anna, the meeting is on Monday at ten. See you there. Best, Tom',
    html: null,
    attachments: [],
    policy: null,
    urlReputationActive: true,
    blockedUrls: [],
    ...input,
  };
}

export function outbound(input: Partial<ScanInput>): ScanInput {
  return inbound({ direction: 'outbound', ...input });
}

export function attachment(
  filename: string,
  content: Uint8Array | string,
  declaredType: string | null = null,
): ScanAttachment {
  return { filename, declaredType, content: Buffer.from(content), text: null };
}

export function scan(input: ScanInput, options?: ScanOptions): Promise<ScanReport> {
  return scanMessage(input, options);
}

/** Rule ids of the findings of a category that decide anything. */
export function rulesOf(report: ScanReport, category: string): string[] {
  return report.findings
    .filter((finding) => finding.category === category && finding.decision !== 'allow')
    .map((finding) => finding.ruleId);
}

/** A zip with empty files of these names, stored, with the given flags. */
export function zipOf(names: readonly string[], flags = 0): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const name of names) {
    const bytes = Buffer.from(name);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(20, 4);
    local.writeUInt16LE(flags, 6);
    local.writeUInt16LE(bytes.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(flags, 8);
    entry.writeUInt16LE(bytes.length, 28);
    entry.writeUInt32LE(offset, 42);
    locals.push(local, bytes);
    directory.push(entry, bytes);
    offset += local.length + bytes.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(names.length, 8);
  end.writeUInt16LE(names.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, central, end]);
}
