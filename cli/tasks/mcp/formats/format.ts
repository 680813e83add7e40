/** Name of the entry in every client's configuration. */
export const ENTRY_NAME = 'agentmail';

/** Settings of one server, as a client names them. */
export type HostEntry = Readonly<Record<string, unknown>>;

/** A format of configuration files. Edits touch the text of the entry only. */
export interface ConfigFormat {
  /** Everything in the file; throws if it can't be parsed. */
  read(text: string): unknown;
  /** Adds or replaces the entry in the section. */
  put(text: string, section: string, entry: HostEntry): string;
  /** Removes the entry, and the section if it has no other; an empty text if the file has nothing else. */
  remove(text: string, section: string): string;
}

/** Line ending of a text. */
export function lineEnding(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}
