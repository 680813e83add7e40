/** Where a listener listens, as it is written: `host:port`, with brackets around an IPv6 address. */

const HOST_AND_PORT = /^(?:\[(?<v6>[0-9a-fA-F:.]+)\]|(?<host>[^:[\]\s]+)):(?<port>\d{1,5})$/;
const HIGHEST_PORT = 65_535;

/** Reads such an address; undefined for what is none. Port 0 takes a free one. */
export function readListenAddress(
  text: string,
): { readonly host: string; readonly port: number } | undefined {
  const { v6, host = v6, port } = HOST_AND_PORT.exec(text)?.groups ?? {};
  return host === undefined || Number(port) > HIGHEST_PORT ? undefined : { host, port: Number(port) };
}
