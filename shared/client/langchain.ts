import { type InputSchema, type MailToolsOptions, mailTools } from './tools.ts';

/** Tools for LangChain and LangGraph: `await langchainTools(tool, { url, key })`. */

/** As far as it's used: `tool` of `@langchain/core/tools`, which makes its tools itself. */
export type MakeLangChainTool<Tool> = (
  run: (input: object, config?: { signal?: AbortSignal | undefined }) => Promise<string>,
  fields: { name: string; description: string; schema: InputSchema },
) => Tool;

/** The tools, made by the `tool` function of your version of LangChain. */
export async function langchainTools<Tool>(
  makeTool: MakeLangChainTool<Tool>,
  options: MailToolsOptions,
): Promise<Tool[]> {
  const tools = await mailTools(options);
  return tools.map(({ name, description, parameters, run }) =>
    makeTool(async (input, config) => (await run(input, { signal: config?.signal })).text, {
      ...{ name, description },
      schema: parameters,
    }),
  );
}
