import { AgentMailError, NoAnswerError, RefusedError, UnexpectedReplyError } from './errors.ts';
import { ApiTransport } from './transport.ts';
import type { AgentMailOptions } from './types.ts';

/**
 * The tools that models get over MCP, for frameworks with tools of their own. The daemon has the definitions
 * and does the work, so its rules, its warnings and its memory of repeated calls are the same.
 */

/** A call reads, marks (as read, starred, with labels), writes (drafts, files), or sends. */
export type ToolEffect = 'reads' | 'marks' | 'writes' | 'sends';

/** JSON Schema of an input. A field that it doesn't have is refused by the daemon. */
export interface InputSchema {
  type: 'object';
  properties: Record<string, Record<string, unknown>>;
  required: string[];
  additionalProperties: true;
}

/** Whose mail the tools reach, and which of them there are. */
export interface MailToolsOptions extends AgentMailOptions {
  /** Only tools with these effects. All by default. */
  tools?: readonly ToolEffect[];
  /**
   * Seconds that a held message waits for a person, so that the answer has the decision. 0 by default: the
   * model learns that it's held, and may call `wait_for_decision`.
   */
  awaitDecision?: number;
}

/** The answer of a tool. A refusal is one too: models read its code, and go on. */
export interface MailToolAnswer {
  /** For the model: JSON, after a warning if others wrote parts of it. */
  text: string;
  /** The same JSON, parsed. */
  data: Record<string, unknown>;
  isError: boolean;
}

/** A tool of a model. */
export interface MailTool {
  name: string;
  title: string;
  description: string;
  effect: ToolEffect;
  parameters: InputSchema;
  /** Calls the tool. Rejects only when the signal aborts. */
  run(input: object, options?: { signal?: AbortSignal | undefined }): Promise<MailToolAnswer>;
}

/**
 * Asks the daemon for the tools of a key. The key has to be an agent's: what admin keys send is never held.
 */
export async function mailTools(options: MailToolsOptions): Promise<MailTool[]> {
  const server = new ToolServer(options);
  const { tools } = await server.request<{ readonly tools: readonly ListedTool[] }>('tools/list', {});
  return tools
    .map((listed) => server.toolOf(listed))
    .filter(({ effect }) => options.tools === undefined || options.tools.includes(effect));
}

interface ListedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: Partial<InputSchema>;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint?: boolean;
    readonly openWorldHint: boolean;
  };
}

interface ToolResult {
  readonly content: readonly { readonly text: string }[];
  readonly isError?: boolean;
}

interface SendFacts {
  readonly message_id?: string;
  readonly email_effect?: { readonly effect_status: string };
}

/** `/mcp` of the daemon: each request stands alone. */
const MCP = { method: 'POST', path: '/mcp', takes: 'body', keyed: true } as const;
/** Longer than the longest wait of a tool. */
const ANSWER_SECONDS = 60;
const LONGEST_WAIT_SECONDS = 30;

class ToolServer {
  readonly #transport: ApiTransport;
  readonly #decisionSeconds: number;

  constructor({ awaitDecision = 0, ...options }: MailToolsOptions) {
    this.#transport = new ApiTransport(options);
    this.#decisionSeconds = awaitDecision;
  }

  /** A repeated request is safe: within 15 minutes the daemon takes the same call of a key for one. */
  async request<T>(method: string, params: object, signal?: AbortSignal): Promise<T> {
    const reply = await this.#transport.call<{ readonly result?: T }>({
      operation: MCP,
      parts: [],
      input: { jsonrpc: '2.0', id: 1, method, params },
      headers: { accept: 'application/json, text/event-stream' },
      options: { timeout: ANSWER_SECONDS, ...(signal && { signal }) },
    });
    if (reply.result === undefined) throw new UnexpectedReplyError(200);
    return reply.result;
  }

  toolOf({ name, title, description, inputSchema, annotations }: ListedTool): MailTool {
    const { properties = {}, required = [] } = inputSchema;
    const effect = effectOf(annotations);
    return {
      ...{ name, title, description, effect },
      parameters: { type: 'object', properties, required, additionalProperties: true },
      run: async (input, { signal } = {}) => {
        const answer = await this.#answer(name, input, signal);
        return effect === 'sends' ? this.#decided(answer, signal) : answer;
      },
    };
  }

  async #answer(name: string, input: object, signal?: AbortSignal): Promise<MailToolAnswer> {
    try {
      const params = { name, arguments: input };
      const { content, isError = false } = await this.request<ToolResult>('tools/call', params, signal);
      const texts = content.map(({ text }) => text);
      return { text: texts.join('\n'), data: JSON.parse(texts.at(-1) ?? '{}'), isError };
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof AgentMailError) return failed(error);
      throw error;
    }
  }

  /** The answer of a send, with the decision about a held message if it comes in time. */
  async #decided(sent: MailToolAnswer, signal?: AbortSignal): Promise<MailToolAnswer> {
    const { message_id, email_effect } = sent.data as SendFacts;
    if (email_effect?.effect_status !== 'held_for_review') return sent;
    for (let left = this.#decisionSeconds; left > 0; left -= LONGEST_WAIT_SECONDS) {
      const timeout_seconds = Math.min(left, LONGEST_WAIT_SECONDS);
      const decision = await this.#answer('wait_for_decision', { message_id, timeout_seconds }, signal);
      // The message is stored whatever becomes of the wait.
      if (decision.isError) return sent;
      if (decision.data.decided === true) return answerOf({ ...sent.data, ...decision.data });
    }
    return sent;
  }
}

function effectOf({ readOnlyHint, destructiveHint, openWorldHint }: ListedTool['annotations']): ToolEffect {
  if (readOnlyHint) return 'reads';
  if (openWorldHint) return 'sends';
  return destructiveHint ? 'writes' : 'marks';
}

function failed(error: AgentMailError): MailToolAnswer {
  const hint = error instanceof RefusedError ? error.hint : '';
  const lost = error instanceof NoAnswerError ? 'the same call again is safe' : '';
  return { ...answerOf({ error: error.message, code: error.code, hint: hint || lost }), isError: true };
}

function answerOf(data: Record<string, unknown>): MailToolAnswer {
  return { text: JSON.stringify(data), data, isError: false };
}
