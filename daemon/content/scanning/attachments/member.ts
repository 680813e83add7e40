/** A file in a container. */
export interface Member {
  /** The path; empty where the container has no names. */
  readonly name: string;
  readonly declaredType: string | null;
  /** Bytes, as the container says. */
  readonly size: number;
  readonly encrypted: boolean;
  /** The first bytes, at most `most`; throws when they can't be unpacked. Later calls may ask for more. */
  first(most: number): Uint8Array | Promise<Uint8Array>;
}

/** Iterating throws when the rest of the container can't be read. */
export type Members = AsyncIterable<Member> | Iterable<Member>;

/** A member whose bytes are in memory. */
export function plainMember(name: string, content: Uint8Array, declaredType: string | null = null): Member {
  const size = content.byteLength;
  return { name, declaredType, size, encrypted: false, first: (most) => content.subarray(0, most) };
}

/** Collects the bytes of a member that is read once from its beginning to its end. */
export class Taken {
  readonly #parts: Uint8Array[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(part: Uint8Array): void {
    this.#parts.push(part);
    this.#length += part.byteLength;
  }

  first(most: number): Uint8Array {
    return Buffer.concat(this.#parts).subarray(0, most);
  }
}
