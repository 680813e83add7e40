/** Address of a listener, `host:port`, with brackets around an IPv6 address. */

const HOST_AND_PORT = /^(?:\[(?<v6>[0-9a-fA-F:.]+)\]|(?<host>[^:[\]\s]+)):(?<port>\d{1,5})$/;
const HIGHEST_PORT = 65_535;

/** Parses a listen address; undefined when it's invalid. Port 0 takes a free port. */
export function readListenAddress(
  text: string,
): { readonly host: string; readonly port: number } | undefined {
  const { v6, host = v6, port } = HOST_AND_PORT.exec(text)?.groups ?? {};
  return host === undefined || Number(port) > HIGHEST_PORT ? undefined : { host, port: Number(port) };
}
