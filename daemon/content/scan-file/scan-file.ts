import { readFile } from 'node:fs/promises';
import { MB } from '../../../shared/contract/limits.ts';
import type { ScanFileReport } from '../../../shared/contract/scan-file.ts';
import { fileTrouble } from '../../../shared/file-trouble.ts';
import { createLog } from '../../platform/system/log.ts';
import type { ExamineTask } from '../analysis/examine-file.ts';
import { AnalysisPool } from '../analysis/pool.ts';
import { Extractor } from '../extract/extractor.ts';
import { documentKind } from '../extract/kind.ts';
import type { Extraction } from '../extract/outcome.ts';
import { parsePolicy, type ScanInvocation, ScanUsageError } from './invocation.ts';

const MAX_INPUT = 50 * MB;
/** For one message, milliseconds; what takes longer is held as in a mailbox. */
const TIMEOUT = 20_000;
/** For the text of one attachment, milliseconds. */
const READING_TIME = 10_000;

/** Scans one message without a mailbox. `read` gives what is on stdin. */
export async function scanFile(
  invocation: ScanInvocation,
  read: () => Promise<Uint8Array>,
): Promise<ScanFileReport> {
  const { bare, direction, explains, languageMode } = invocation;
  const stored =
    invocation.policyFile === null ? null : parsePolicy((await open(invocation.policyFile)).toString());
  const policy = languageMode === undefined ? stored : { ...stored, language_mode: languageMode };
  const raw = invocation.file === null ? await read() : await open(invocation.file);
  if (raw.byteLength > MAX_INPUT) throw new ScanUsageError(`the message is larger than ${MAX_INPUT / MB} MB`);
  const pool = new AnalysisPool(TIMEOUT, createLog('silent', process.stderr));
  try {
    return await examineWithDocuments(pool, { raw, bare, texts: [], scope: { direction, policy }, explains });
  } finally {
    await pool.close();
  }
}

async function open(file: string): Promise<Buffer> {
  return readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new ScanUsageError(`Can't read ${file}: ${fileTrouble(error)}.`);
  });
}

/** Attachments are known after a first look; with their texts the message is scanned again. */
async function examineWithDocuments(pool: AnalysisPool, task: ExamineTask): Promise<ScanFileReport> {
  const report = await pool.examine(task);
  const extractions = await extract(report, task.raw);
  if (extractions.size === 0) return report;
  const texts = report.attachments.map((_, index) => {
    const extraction = extractions.get(index);
    return extraction && 'text' in extraction ? extraction.text : undefined;
  });
  const whole = await pool.examine({ ...task, texts });
  return {
    ...whole,
    attachments: whole.attachments.map((attachment, index) => {
      const extraction = extractions.get(index);
      const failed = extraction && 'failed' in extraction && extraction.failed !== 'no_text';
      return failed ? { ...attachment, unread: extraction.failed } : attachment;
    }),
  };
}

async function extract(
  { attachments }: ScanFileReport,
  message: Uint8Array,
): Promise<Map<number, Extraction>> {
  const extractor = new Extractor();
  const found = new Map<number, Extraction>();
  try {
    for (const [position, { content_type, filename, policy_action }] of attachments.entries()) {
      const kind = documentKind(content_type, filename);
      if (kind === null || policy_action === 'block') continue;
      const time = { cpu: READING_TIME, timeout: READING_TIME };
      const extraction = await extractor.extract(kind, { message, position }, time);
      found.set(position, 'timedOut' in extraction ? { failed: 'time_limit' } : extraction);
    }
  } finally {
    extractor.close();
  }
  return found;
}
