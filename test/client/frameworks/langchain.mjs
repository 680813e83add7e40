import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { AIMessage } from '@langchain/core/messages';
import { tool } from '@langchain/core/tools';
import { langchainTools } from 'agentmaild-client/langchain';
import { createAgent } from 'langchain';
import { Job, OPTIONS } from './job.ts';

const job = new Job();

class ScriptedModel extends BaseChatModel {
  _llmType() {
    return 'scripted';
  }

  bindTools() {
    return this;
  }

  async _generate(messages) {
    const last = messages.at(-1);
    const { text, id, tool: name, input } = job.next(last.type === 'tool' ? last.text : undefined);
    const message = new AIMessage(
      text === undefined ? { content: '', tool_calls: [{ id, name, args: input }] } : { content: text },
    );
    return { generations: [{ text: text ?? '', message }] };
  }
}

const agent = createAgent({ model: new ScriptedModel({}), tools: await langchainTools(tool, OPTIONS) });
const { messages } = await agent.invoke({ messages: [{ role: 'user', content: 'Answer my mail.' }] });
process.stdout.write(messages.at(-1).text);
