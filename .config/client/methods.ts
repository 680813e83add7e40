import type { Endpoint } from '../../shared/contract/endpoint.ts';
import { ENDPOINTS } from '../../shared/contract/index.ts';

/** A call of the client, made of an endpoint. */
export interface Method {
  readonly endpoint: Endpoint;
  /** Property of the client, or null for a method of the client itself. */
  readonly resource: string | null;
  readonly name: string;
  /** Asks for the bytes instead of the JSON. */
  readonly bytes?: true;
}

/** Names of methods where the words of the endpoint don't make one. */
const NAMES: Readonly<Record<string, string>> = {
  'account.policy.get': 'getPolicy',
  'account.policy.update': 'updatePolicy',
  'accounts.policy.get': 'getPolicy',
  'accounts.policy.update': 'updatePolicy',
  'mailboxes.policy': 'getPolicy',
  'messages.read': 'markRead',
  'threads.read': 'markRead',
  'mailboxes.policy.preview': 'previewPolicy',
  'webhooks.deliveries': 'listDeliveries',
  'webhooks.deliveries.retry': 'retryDelivery',
  'webhooks.deliveries.stream': 'streamDeliveries',
};

/**
 * Endpoints behind methods that the clients write themselves: waits and streams, which call more than once.
 */
const WRITTEN = [
  'messages.wait',
  'messages.decision',
  'codes.wait',
  'events.stream',
  'webhooks.deliveries.stream',
];
/**
 * Calls that owners make once, in the page or with the command line: the package stays below 120 KB without
 * it. Also the second paths of other endpoints.
 */
const OF_OWNERS =
  /^(?:account|connections|domains|legal_holds|notices)\.|^auth\.(?!me$)|^accounts\.(?!get$|quota$|policy\.get$)|\.(?:attachment-access|outbound-attachments|instruction.trust|strict-recipient)$/;

/**
 * Every generated method of the TypeScript client, by resource and name. A client has a key, so it calls what
 * keys and anyone may call.
 */
export function clientMethods(): Method[] {
  const isForKeys = ({ who, sameSite }: Endpoint) => who !== 'operator' && who !== 'session' && !sameSite;
  const endpoints = ENDPOINTS.filter((endpoint) => isForKeys(endpoint) && !OF_OWNERS.test(endpoint.id));
  const long = endpoints.find(({ id }) => id.split('.').length > 2 && !(id in NAMES));
  if (long) throw new Error(`${long.id} needs a name for its method`);
  return sortedMethods(endpoints).filter((method) => !isWritten(method));
}

/** A method for every endpoint of the contract, by resource and name. */
export function everyMethod(): Method[] {
  return sortedMethods(ENDPOINTS);
}

export function isWritten({ endpoint }: Method): boolean {
  return WRITTEN.includes(endpoint.id);
}

function sortedMethods(endpoints: readonly Endpoint[]): Method[] {
  const key = ({ resource, name }: Method) => `${resource ?? ''}.${name}`;
  const sorted = endpoints.flatMap(methodsOf).toSorted((one, other) => (key(one) < key(other) ? -1 : 1));
  const twice = sorted.find((method, index) => index > 0 && key(method) === key(sorted[index - 1] as Method));
  if (twice) throw new Error(`two endpoints make the method ${key(twice)}`);
  return sorted;
}

function methodsOf(endpoint: Endpoint): Method[] {
  const method = methodOf(endpoint);
  return endpoint.bytesOnRequest ? [method, { ...method, name: 'download', bytes: true }] : [method];
}

function methodOf(endpoint: Endpoint): Method {
  const words = endpoint.id.split('.');
  if (words.length === 1) return { endpoint, resource: null, name: endpoint.id };
  const [resource = '', ...rest] = words;
  return { endpoint, resource: camelCase(resource), name: NAMES[endpoint.id] ?? camelCase(rest.join('_')) };
}

export function camelCase(words: string): string {
  return words.replace(/[_-](\w)/g, (_, letter: string) => letter.toUpperCase());
}

export function pascalCase(words: string): string {
  const name = camelCase(words);
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** The parts of a path as parameters, named after what they identify. */
export function pathParameters({ path }: Endpoint): string[] {
  return [...path.matchAll(/(\w+)s?\/:(\w+)/g)].map(([, before = '', name = '']) => {
    if (name === 'idx') return 'index: number';
    // A mailbox has a name besides its ID.
    if (before === 'mailboxes') return 'mailbox: string';
    return `${name === 'id' ? `${camelCase(before.replace(/s$/, ''))}Id` : camelCase(name)}: string`;
  });
}

/** The summary, and who may not call. The reference lists the errors. */
export function aboutMethod({ summary, who }: Endpoint): string {
  return who === 'admin' ? `${summary} Needs an admin key.` : summary;
}
