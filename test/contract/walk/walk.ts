import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { ENDPOINTS } from '../../../shared/contract/index.ts';
import { agentmail, type Ran } from '../../support/cli.ts';
import type { Service } from '../../support/service.ts';

/** A call with a JSON reply. */
export interface CallOfWalk {
  /** ID of the endpoint. */
  readonly endpoint: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** Those that endpoints of the contract read. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON only; undefined for uploads. */
  readonly body: unknown;
  readonly status: number;
  readonly reply: unknown;
}

/** A walk over the command tree against a real daemon, which notes what each command calls and prints. */
export interface Walk {
  readonly service: Service;
  /** Ids of the endpoints that each command called, by its name. */
  readonly calls: ReadonlyMap<string, ReadonlySet<string>>;
  readonly replies: readonly CallOfWalk[];
  /** Output of each command, by name. */
  readonly documents: ReadonlyMap<string, readonly Ran[]>;
  /** Runs a command, with the person's password on stdin, and notes it. */
  note(command: string, ...words: string[]): Promise<Ran>;
  /** The same with something else on stdin. */
  noteWith(stdin: string, command: string, ...words: string[]): Promise<Ran>;
  /** Runs a command at a terminal whose person says no, and notes its calls. */
  refuse(command: string, ...words: string[]): Promise<Ran>;
  /** Runs a command that only prepares what is noted next. */
  prepare(...words: string[]): Promise<Ran>;
  /** A fetch that notes its calls as those of the command. */
  fetchFor(command: string): typeof fetch;
}

export const PASSWORD = 'correct horse battery staple';

/** The outbound scan holds this: an American social security number. */
export const HELD_BODY = 'My social security number is 536-22-8726.';

/** How the command line names a message: by the end of its id. */
export const shortId = (message: { readonly id: string } | undefined) => message?.id.slice(-8) ?? 'none';

export function startWalk(service: Service): Walk {
  const calls = new Map<string, Set<string>>();
  const replies: CallOfWalk[] = [];
  const documents = new Map<string, Ran[]>();
  const fetchFor = (command: string): typeof fetch => {
    const called = calls.get(command) ?? new Set<string>();
    calls.set(command, called);
    return async (input, init) => {
      const request = new Request(input, init);
      const endpoint = endpointOf(request);
      called.add(endpoint.id);
      const sent = request.clone();
      const response = await fetch(request);
      if (!response.headers.get('content-type')?.startsWith('application/json')) return response;
      const reply: unknown = await response.clone().json();
      replies.push({ ...(await partsOf(endpoint, sent)), status: response.status, reply });
      return response;
    };
  };
  const noteWith = async (stdin: string, command: string, ...words: string[]) => {
    const options = { home: service.home, stdin, fetch: fetchFor(command) };
    const ran = await agentmail([...command.split(' '), ...words], options);
    documents.set(command, [...(documents.get(command) ?? []), ran]);
    return ran;
  };
  return {
    service,
    calls,
    replies,
    documents,
    note: (command, ...words) => noteWith(`${PASSWORD}\n`, command, ...words),
    noteWith,
    refuse: (command, ...words) =>
      agentmail([...command.split(' '), ...words], {
        home: service.home,
        fetch: fetchFor(command),
        terminal: 100,
        line: async () => 'no',
        edit: async (text) => `${text}More.\n`,
      }),
    prepare: (...words) => agentmail(words, { home: service.home }),
    fetchFor,
  };
}

async function partsOf(endpoint: Endpoint, request: Request) {
  const { pathname, searchParams } = new URL(request.url);
  const isJson = request.headers.get('content-type')?.startsWith('application/json') === true;
  const headers = (endpoint.headers ?? []).flatMap((name) => {
    const value = request.headers.get(name);
    return value === null || value === '*/*' ? [] : [[name, value]];
  });
  const names = endpoint.path.split('/');
  const words = pathname.split('/').flatMap((word, index) => {
    const name = names[index] ?? '';
    return name.startsWith(':') ? [[name.slice(1), decodeURIComponent(word)]] : [];
  });
  return {
    endpoint: endpoint.id,
    params: Object.fromEntries(words) as Record<string, string>,
    query: Object.fromEntries(searchParams),
    headers: Object.fromEntries(headers) as Record<string, string>,
    body: isJson ? ((await request.json()) as unknown) : undefined,
  };
}

function endpointOf({ method, url }: Request): Endpoint {
  const { pathname } = new URL(url);
  const candidates = ENDPOINTS.filter(
    (endpoint) => endpoint.method === method && matches(endpoint.path, pathname),
  );
  // A path of fixed words goes before one with parameters.
  const found = candidates.find(({ path }) => path === pathname) ?? candidates[0];
  if (!found) throw new Error(`${method} ${pathname} is no endpoint of the contract`);
  return found;
}

function matches(path: string, pathname: string): boolean {
  return new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`).test(pathname);
}
