import { scanMessage } from '../scanning/scan.ts';
import type { Direction, Finding, ScanAttachment } from '../scanning/types.ts';
import type { ScanScope } from './scope.ts';

/** Requests the positions of findings in a scanned message. */
export interface LocateTask {
  readonly direction: Direction;
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
  /** Extracted texts by attachment index. */
  readonly texts: ReadonlyMap<number, string>;
  readonly scope: ScanScope;
}

/** A finding's identity within its message, and its positions. */
export type LocatedFinding = Pick<Finding, 'category' | 'subtype' | 'piiType' | 'reason' | 'spans'>;

const NOTHING = new Uint8Array();

/** Scans the texts of a message again for positions. Files aren't scanned again. */
export async function locate({ texts, scope, ...content }: LocateTask): Promise<LocatedFinding[]> {
  const count = Math.max(-1, ...texts.keys()) + 1;
  const attachments = Array.from({ length: count }, (_, index): ScanAttachment => {
    return { filename: null, declaredType: null, content: NOTHING, text: texts.get(index) ?? null };
  });
  const { findings } = await scanMessage({ ...content, attachments, ...scope });
  return findings
    .filter(({ spans }) => spans.length > 0)
    .map(({ category, subtype, piiType, reason, spans }) => ({
      category,
      reason,
      spans,
      ...(subtype && { subtype }),
      ...(piiType && { piiType }),
    }));
}
