import { command } from '../command.ts';
import { openApiView } from '../output/views/platform.ts';

export const openapi = command({
  name: ['openapi'],
  summary: 'Print the OpenAPI document of the REST API.',
  examples: [{ command: 'agentmail openapi > openapi.json', about: 'save it for a client generator' }],
  endpoint: async () => (await import('../../shared/contract/platform.ts')).getOpenApi,
  view: openApiView,
});
