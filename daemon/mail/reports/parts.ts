import { type Entity, readTree } from '../../content/mime/tree.ts';
import { UnparsableMessage } from '../../content/mime/unparsable.ts';

/** Bytes read of a report; the returned message comes last. */
const READ_BYTES = 1_000_000;

/** A report, cut to the limit, and its content parts. */
export interface ReportParts {
  readonly raw: Buffer;
  readonly root: Entity;
  readonly leaves: readonly Entity[];
}

/** Parses a report; null when its structure is unreadable. */
export function reportParts(whole: Buffer): ReportParts | null {
  const raw = whole.subarray(0, READ_BYTES);
  try {
    const { root } = readTree(raw);
    return { raw, root, leaves: leavesOf(root) };
  } catch (error) {
    if (error instanceof UnparsableMessage) return null;
    throw error;
  }
}

function leavesOf(entity: Entity): Entity[] {
  return entity.multipart === null ? [entity] : entity.children.flatMap(leavesOf);
}
