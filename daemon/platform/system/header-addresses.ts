/** An address of a header with its cleaned name. */
export interface ListedAddress {
  readonly address: string;
  readonly name: string | null;
}

/** Header fields with a list of addresses. */
export type AddressListName = 'to' | 'cc' | 'reply_to' | 'followup_to';

/** Fields of a mailing list (RFC 2919, RFC 2369). */
export interface ListHeader {
  readonly id: string | null;
  readonly post: string | null;
  /** Links of List-Unsubscribe. Absent without any. */
  readonly unsubscribe?: readonly string[];
  /** A POST to its web link unsubscribes (RFC 8058). */
  readonly one_click?: true;
}

/** People and lists that the header of a received message names; empty lists are left out. */
export type HeaderAddresses = { readonly [List in AddressListName]?: readonly ListedAddress[] } & {
  /** Name of the first From address. */
  readonly from_name?: string;
  readonly list?: ListHeader;
  /** Addresses of a list beyond those that are kept. */
  readonly left_out?: { readonly [List in AddressListName]?: number };
};
