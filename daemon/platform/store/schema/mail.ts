/** Mail between this daemon and other hosts. */

/** Space used by mail without an account; a row is deleted with its blob. */
export interface UnownedMailTable {
  blob_id: string;
  /** Address block of the peer that sent it; empty when unknown. */
  source: string;
  bytes: number;
}

export interface DkimKeysTable {
  domain: string;
  selector: string;
  algorithm: 'rsa' | 'ed25519';
  /** As the DNS record has it, base64. */
  public_key: string;
  /** Sealed PEM. */
  private_key: Buffer;
  created_at: number;
}
