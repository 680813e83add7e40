import type { Client } from './client/client.ts';
import type { SecretReader } from './input/asking/secrets.ts';
import type { KeyStore } from './machine/home/credentials.ts';
import type { HomeFolder } from './machine/home/folder.ts';
import type { Profile } from './machine/home/profiles.ts';
import type { World } from './machine/world.ts';
import type { View } from './output/views/document.ts';

/** Dependencies of a command. */
export interface CommandContext {
  readonly world: World;
  readonly home: HomeFolder;
  readonly profileName: string;
  readonly profile: Profile;
  readonly credentials: KeyStore;
  readonly secrets: SecretReader;
  /** Whether the result is for a program. */
  readonly json: boolean;
  /** Whether `--json` was given, for output that is plain text even when piped. */
  readonly jsonAsked: boolean;
  /** Client of the selected daemon; `fresh` reconnects, as after a restart. */
  client(options?: { fresh: boolean }): Promise<Client>;
  /** Prints one result of a stream: one JSON line, or its view. */
  emit<Data>(data: Data, view: View<Data>): Promise<void>;
  /** Prints text unchanged. */
  raw(text: string): void;
  /** Reports progress to people on stderr. */
  say(text: string): void;
  /**
   * Shows a person at a terminal how far long work is, on stderr, again each second until the returned
   * function is called. Programs and pipes see nothing.
   */
  progress(text: () => string): Promise<() => void>;
  /** A warning for people and programs; the command continues. */
  notice(text: string): void;
}
