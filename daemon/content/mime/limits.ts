/** Depth of nested parts; a deeper message isn't parsed. */
export const MAX_DEPTH = 50;
/** Parts of a message; one with more isn't parsed. */
export const MAX_PARTS = 1000;
/** Bytes of the headers of all parts; a message with more isn't parsed. */
export const MAX_HEADER_BYTES_IN_ALL = 2 * 1024 * 1024;
/** Bytes read of one header block. */
export const MAX_HEADER_BYTES = 256 * 1024;
/** Headers that a parsed message lists. */
export const MAX_HEADERS = 500;
/** Characters of a listed header. */
export const MAX_HEADER_LENGTH = 4000;
