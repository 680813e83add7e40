/** Mail between this daemon and other hosts. */

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
