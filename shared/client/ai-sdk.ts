import { type InputSchema, type MailToolsOptions, mailTools } from './tools.ts';

/** Tools for the AI SDK: `generateText({ model, tools: await aiTools({ url, key }), … })`. */

/** A tool as the AI SDK takes it. Its input is a Standard JSON Schema; the daemon validates it. */
export interface AiTool {
  title: string;
  description: string;
  inputSchema: {
    readonly '~standard': {
      readonly version: 1;
      readonly vendor: 'agentmail';
      readonly validate: (value: unknown) => { readonly value: object };
      readonly jsonSchema: {
        readonly input: () => Record<string, unknown>;
        readonly output: () => Record<string, unknown>;
      };
    };
  };
  execute(input: object, options: { abortSignal?: AbortSignal | undefined }): Promise<string>;
}

/** The tools by name. */
export async function aiTools(options: MailToolsOptions): Promise<Record<string, AiTool>> {
  const tools = await mailTools(options);
  return Object.fromEntries(
    tools.map(({ name, title, description, parameters, run }) => [
      name,
      {
        ...{ title, description },
        inputSchema: schemaOf(parameters),
        execute: async (input, { abortSignal }) => (await run(input, { signal: abortSignal })).text,
      } satisfies AiTool,
    ]),
  );
}

function schemaOf(parameters: InputSchema): AiTool['inputSchema'] {
  const jsonSchema = () => ({ ...parameters });
  return {
    '~standard': {
      version: 1,
      vendor: 'agentmail',
      validate: (value) => ({ value: Object(value) }),
      jsonSchema: { input: jsonSchema, output: jsonSchema },
    },
  };
}
