import type { MessageRow } from './table.ts';

/** The message that a message forwards, and files that it leaves out. */
export function forwardFields({
  forward_of: id,
  files_left_out: left,
}: Pick<MessageRow, 'forward_of' | 'files_left_out'>) {
  return {
    ...(id !== null && { forwards: id }),
    ...(left !== null && { files_left_out: left.map((file) => ({ ...file })) }),
  };
}
