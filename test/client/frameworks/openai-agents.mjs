import { Agent, run, setTracingDisabled, tool, Usage } from '@openai/agents';
import { openaiTools } from 'agentmaild-client/openai-agents';
import { Job, OPTIONS } from './job.ts';

const job = new Job();
setTracingDisabled(true);
const model = {
  async getResponse({ input: items }) {
    const last = items.at(-1);
    const result = last.type === 'function_call_result' ? last.output : undefined;
    const { text, id, tool: name, input } = job.next(result?.text ?? result);
    const output =
      text === undefined
        ? { type: 'function_call', callId: id, name, arguments: JSON.stringify(input), status: 'completed' }
        : {
            type: 'message',
            role: 'assistant',
            status: 'completed',
            content: [{ type: 'output_text', text }],
          };
    return { usage: new Usage(), output: [output] };
  },
};
// The answer of a send waits for the decision.
const tools = await openaiTools(tool, { ...OPTIONS, awaitDecision: 300 });
const { finalOutput } = await run(new Agent({ name: 'Mail', model, tools }), 'Answer my mail.', {
  maxTurns: 30,
});
process.stdout.write(finalOutput);
