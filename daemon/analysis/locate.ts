import { scanMessage } from '../scanning/scan.ts';
import type { Direction, Finding, ScanAttachment } from '../scanning/types.ts';
import type { ScanScope } from './scope.ts';

/** Asks where in a message that was scanned before something is found. */
export interface LocateTask {
  readonly direction: Direction;
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
  /** Text that was extracted from attachments, by their index. */
  readonly texts: ReadonlyMap<number, string>;
  readonly scope: ScanScope;
}

/** What tells a finding from others of the same message, and its places in what was given. */
export type LocatedFinding = Pick<Finding, 'category' | 'subtype' | 'piiType' | 'reason' | 'spans'>;

const NOTHING = new Uint8Array();

/** Looks through the texts of a message again; its files have said what they are. */
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
