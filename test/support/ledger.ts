import { appendFileSync } from 'node:fs';
import type { Endpoint } from '../../shared/contract/endpoint.ts';
import { ENDPOINTS } from '../../shared/contract/index.ts';

/**
 * Notes which refusals tests meet, for `npm run ledger`: every answer of an error status that goes through
 * fetch to an endpoint of the contract becomes a line `endpoint code` of the file that AGENTMAIL_LEDGER
 * names.
 */
const LEDGER = process.env.AGENTMAIL_LEDGER;

const PATTERNS = ENDPOINTS.map((endpoint) => ({
  endpoint,
  pattern: new RegExp(`^${endpoint.path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`),
  // `/v1/messages/send` is more exact than `/v1/messages/:id`.
  parameters: endpoint.path.split(':').length,
})).toSorted((one, other) => one.parameters - other.parameters);

function endpointOf(method: string, url: string): Endpoint | undefined {
  const { pathname } = new URL(url);
  return PATTERNS.find(({ endpoint, pattern }) => endpoint.method === method && pattern.test(pathname))
    ?.endpoint;
}

if (LEDGER !== undefined) {
  const seen = new Set<string>();
  const plainFetch = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const response = await plainFetch(input, init);
    if (response.status < 400 || !response.headers.get('content-type')?.includes('json')) return response;
    const request = input instanceof Request ? input : null;
    const method = (init?.method ?? request?.method ?? 'GET').toUpperCase();
    const endpoint = endpointOf(method, request?.url ?? String(input));
    const { code } = (await response.clone().json()) as { code?: string };
    const line = `${endpoint?.id} ${code}\n`;
    if (endpoint && code !== undefined && !seen.has(line)) {
      seen.add(line);
      appendFileSync(LEDGER, line);
    }
    return response;
  };
}
