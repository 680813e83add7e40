import { command, result } from '../command.ts';
import { openApiView } from '../views/platform.ts';

export const openapi = command({
  name: ['openapi'],
  summary: 'Print the OpenAPI document of the REST API.',
  flags: {},
  arguments: {},
  examples: [{ command: 'agentmail openapi > openapi.json', about: 'save it for a client generator' }],
  endpoints: async () => {
    const { getOpenApi } = await import('../../shared/contract/platform.ts');
    return { getOpenApi };
  },
  run: async (context, _input, { getOpenApi }) => {
    const client = await context.client();
    return result(await client.call(getOpenApi, {}), openApiView);
  },
});
