import { MB } from '../../../../shared/contract/limits.ts';

/** Files that are looked at in one container; a container with more is held. */
export const MAX_ENTRIES = 5000;
/** Archives within archives that are listed and read. */
export const ARCHIVE_LEVELS = 3;
/** Containers of any kind around a file: archives, documents, messages. */
export const CONTAINER_LEVELS = 8;

/** Bytes of one inner container, which is unpacked whole. */
export const MAX_INNER = 30 * MB;

/** Work that is left for one attachment, shared by all containers in it. */
export interface Budget {
  /** Bytes of inner containers that are unpacked whole. */
  bytes: number;
  /** Files that are opened. */
  files: number;
}

export function freshBudget(): Budget {
  return { bytes: 100 * MB, files: 20_000 };
}
