import { BlockList, isIP } from 'node:net';

/** A set of addresses and subnets (`10.0.0.0/8`). Keep it: building costs more than a query. */
export class Subnets {
  readonly #list = new BlockList();
  readonly #isEmpty: boolean;

  constructor(entries: readonly string[]) {
    this.#isEmpty = entries.length === 0;
    for (const entry of entries) {
      const [address = '', bits] = entry.split('/', 2);
      const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
      if (bits === undefined) this.#list.addAddress(address, family);
      else this.#list.addSubnet(address, Number(bits), family);
    }
  }

  /** False for invalid addresses. */
  has(address: string): boolean {
    if (this.#isEmpty) return false;
    const plain = plainAddress(address);
    const family = isIP(plain);
    return family !== 0 && this.#list.check(plain, family === 6 ? 'ipv6' : 'ipv4');
  }
}

const made = new WeakMap<readonly string[], Subnets>();

/** The cached set of an immutable list. */
export function subnetsOf(entries: readonly string[]): Subnets {
  const known = made.get(entries) ?? new Subnets(entries);
  made.set(entries, known);
  return known;
}

/** Unmaps an IPv4-mapped IPv6 address. */
export function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
}
