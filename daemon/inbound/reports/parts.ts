import { type Entity, readTree } from '../mime/tree.ts';
import { UnparsableMessage } from '../mime/unparsable.ts';

/** Bytes of a report that are looked at: what it says stands before the message that it returns. */
const READ_BYTES = 1_000_000;

/** A report cut to what is read of it, and its parts that hold content. */
export interface ReportParts {
  readonly raw: Buffer;
  readonly root: Entity;
  readonly leaves: readonly Entity[];
}

/** The parts of a report, or null when its structure cannot be read. */
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
