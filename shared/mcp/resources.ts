import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  ErrorCode,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  McpError,
  ReadResourceRequestSchema,
  type Resource,
  type TextResourceContents,
} from '@modelcontextprotocol/sdk/types.js';
import { listMailboxes } from '../contract/mailboxes.ts';
import type { MessageListItem } from '../contract/messages.ts';
import { getMessage, listMessages } from '../contract/reading.ts';
import { getThread } from '../contract/threads.ts';
import { resourceTexts } from './answer.ts';
import { type Session, ToolError } from './tool.ts';
import { readableQuery } from './tools/inputs.ts';
import { inBlocks } from './tools/outputs.ts';

/** Messages and threads by address, for clients whose people choose what the model sees. */

const ADDRESS = /^agentmail:\/\/(messages|threads)\/([^/?#]+)$/;
const JSON_TYPE = 'application/json';

const TEMPLATES = [
  {
    name: 'message',
    title: 'Message',
    uriTemplate: 'agentmail://messages/{message_id}',
    description: 'A message with its text and attachments, as read_message shows it.',
    mimeType: JSON_TYPE,
  },
  {
    name: 'thread',
    title: 'Thread',
    uriTemplate: 'agentmail://threads/{thread_id}',
    description: 'A thread with its messages, as read_thread shows it.',
    mimeType: JSON_TYPE,
  },
];

/** Latest messages of each mailbox in the list, and mailboxes in it. */
const LISTED_MESSAGES = 20;
const LISTED_MAILBOXES = 10;

/** The JSON-RPC error of MCP for a resource that doesn't exist. */
const RESOURCE_NOT_FOUND = -32002;

/** Adds the resources to a server. */
export function addResources(server: Server, session: (ended: AbortSignal) => Session): void {
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({ resourceTemplates: TEMPLATES }));
  server.setRequestHandler(ListResourcesRequestSchema, async (_, { signal }) => {
    const caller = session(signal);
    return { resources: await explained(caller, '', () => latestMessages(caller)) };
  });
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params: { uri } }, { signal }) => {
    const caller = session(signal);
    return { contents: await explained(caller, uri, () => read(caller, uri)) };
  });
}

async function latestMessages(session: Session): Promise<Resource[]> {
  const { mailboxes } = await session.call(listMailboxes, {});
  const found: Resource[] = [];
  for (const { id, address } of mailboxes.slice(0, LISTED_MAILBOXES)) {
    const query = { ...session.access, limit: LISTED_MESSAGES };
    const { messages } = await session.call(listMessages, { params: { id }, query });
    found.push(...messages.map((message) => resourceOf(message, address)));
  }
  return found;
}

/** Without the subject: clients show lists to models with no warning that others wrote it. */
function resourceOf(
  { id, direction, sender, recipient, created_at }: MessageListItem,
  box: string,
): Resource {
  const other = direction === 'inbound' ? `from ${sender}` : `to ${recipient}`;
  return {
    uri: `agentmail://messages/${id}`,
    name: id,
    title: `${created_at} ${other}`,
    description: `A message of ${box}.`,
    mimeType: JSON_TYPE,
  };
}

async function read(session: Session, uri: string): Promise<TextResourceContents[]> {
  const [, kind, name = ''] = ADDRESS.exec(uri) ?? [];
  const id = decoded(name);
  if (kind === undefined || id === undefined) throw notFound(uri, 'There is no such resource.', 'NOT_FOUND');
  const query = { ...session.access, ...readableQuery({}) };
  if (kind === 'messages') {
    return resourceTexts(uri, inBlocks(await session.call(getMessage, { params: { id }, query })));
  }
  const thread = await session.call(getThread, { params: { thread_id: id }, query });
  return resourceTexts(uri, { ...thread, messages: thread.messages.map((each) => inBlocks(each)) });
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Turns the failure of a call into an error of the protocol, which has no other place for it. */
async function explained<T>(session: Session, uri: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof McpError) throw error;
    const { message, code } = error instanceof ToolError ? error.failure : session.explain(error);
    if (code === 'NOT_FOUND') throw notFound(uri, message, code);
    throw new McpError(ErrorCode.InvalidRequest, message, { code });
  }
}

function notFound(uri: string, message: string, code: string): McpError {
  return new McpError(RESOURCE_NOT_FOUND, message, { uri, code });
}
