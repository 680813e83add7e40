import { aiTools } from 'agentmaild-client/ai-sdk';
import { generateText, stepCountIs } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import { Job, OPTIONS } from './job.ts';

const job = new Job();
const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
const model = new MockLanguageModelV3({
  doGenerate: async ({ prompt }) => {
    const last = prompt.at(-1);
    const { text, id, tool, input } = job.next(
      last.role === 'tool' ? last.content[0].output.value : undefined,
    );
    const content =
      text === undefined
        ? { type: 'tool-call', toolCallId: id, toolName: tool, input: JSON.stringify(input) }
        : { type: 'text', text };
    const finishReason = { unified: text === undefined ? 'tool-calls' : 'stop', raw: undefined };
    return { content: [content], finishReason, usage, warnings: [] };
  },
});
const { text } = await generateText({
  model,
  tools: await aiTools(OPTIONS),
  prompt: 'Answer my mail.',
  stopWhen: stepCountIs(30),
});
process.stdout.write(text);
