import type { Tool as ListedTool, ToolAnnotations } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import type { ToolEffect } from '../../shared/client/tools.ts';
import type { Tool } from '../../shared/mcp/tool.ts';
import { TOOLS } from '../../shared/mcp/tools/index.ts';

const ANNOTATIONS: Readonly<Record<ToolEffect, ToolAnnotations>> = {
  reads: { readOnlyHint: true, openWorldHint: false },
  marks: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  writes: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
  sends: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
};

const NOTICE = z.string();
const ANSWER_WAS_CUT = z.boolean().optional();

/**
 * The answer to `tools/list`, as JSON. The bundled command line can't make it, since its schemas are built on
 * first use.
 */
export function toolListing(): string {
  return `${JSON.stringify({ tools: TOOLS.map(listed) }, null, 1)}\n`;
}

function listed({ name, title, description, input, output, effect, untrusted }: Tool): ListedTool {
  const answer = output().extend({
    ...(untrusted && { notice: NOTICE }),
    answer_was_cut: ANSWER_WAS_CUT,
  });
  return {
    name,
    title,
    description,
    inputSchema: jsonSchema(input, 'input'),
    outputSchema: fieldTypes(jsonSchema(answer, 'output')),
    annotations: ANNOTATIONS[effect],
  };
}

/** The fields of an answer with the types of JSON: whole schemas of messages were four fifths of the list. */
function fieldTypes({ properties = {} }: ListedTool['inputSchema']): ListedTool['inputSchema'] {
  const types = Object.entries(properties).map(([name, { type }]: [string, { readonly type?: unknown }]) => [
    name,
    type === undefined ? {} : { type },
  ]);
  return { type: 'object', properties: Object.fromEntries(types) };
}

const BOUNDS = ['minLength', 'maxLength', 'minItems', 'minimum'] as const;

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): ListedTool['inputSchema'] {
  const json = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema: part }) => {
      // The format says it shorter.
      if (part.format !== undefined) delete part.pattern;
      // Answers may have more fields than tools promise, and a call with an unknown field is refused anyway.
      delete part.additionalProperties;
      if (part.format === 'uuid') delete part.format;
      if (part.maximum === Number.MAX_SAFE_INTEGER) delete part.maximum;
      if (part.minimum === Number.MIN_SAFE_INTEGER) delete part.minimum;
      // A refusal tells these, to the few calls that need it.
      for (const bound of BOUNDS) delete part[bound];
    },
  });
  delete json.$schema;
  return json as ListedTool['inputSchema'];
}
