import { type InputSchema, type MailToolsOptions, mailTools } from './tools.ts';

/** Tools for the OpenAI Agents SDK: `await openaiTools(tool, { url, key })`. */

/** As far as it's used: `tool` of `@openai/agents`. */
export type MakeOpenAiTool<Tool> = (fields: {
  name: string;
  description: string;
  parameters: InputSchema;
  /** Strict schemas have no optional fields. */
  strict: false;
  execute: (
    input: unknown,
    context?: unknown,
    details?: { signal?: AbortSignal | undefined },
  ) => Promise<string>;
}) => Tool;

/** The tools, made by the `tool` function of your version of the SDK. */
export async function openaiTools<Tool>(
  makeTool: MakeOpenAiTool<Tool>,
  options: MailToolsOptions,
): Promise<Tool[]> {
  const tools = await mailTools(options);
  return tools.map(({ name, description, parameters, run }) =>
    makeTool({
      ...{ name, description, parameters },
      strict: false,
      execute: async (input, _, details) => (await run(Object(input), { signal: details?.signal })).text,
    }),
  );
}
