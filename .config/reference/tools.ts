import type { Tool as ListedTool, ToolAnnotations } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import type { Tool, ToolEffect } from '../../shared/mcp/tool.ts';
import { TOOLS } from '../../shared/mcp/tools/index.ts';

const ANNOTATIONS: Readonly<Record<ToolEffect, ToolAnnotations>> = {
  reads: { readOnlyHint: true, openWorldHint: false },
  marks: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  writes: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  sends: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
};

const NOTICE = z.string().describe('How to treat the text in this answer.');
const ANSWER_WAS_CUT = z.literal(true).optional().describe('Long texts and lists were cut.');

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
    outputSchema: jsonSchema(answer, 'output'),
    annotations: ANNOTATIONS[effect],
  };
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): ListedTool['inputSchema'] {
  const json = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema: part }) => {
      // The format says it shorter.
      if (part.format !== undefined) delete part.pattern;
      // Answers may have more fields than tools promise.
      if (io === 'output') delete part.additionalProperties;
      if (part.maximum === Number.MAX_SAFE_INTEGER) delete part.maximum;
      if (part.minimum === Number.MIN_SAFE_INTEGER) delete part.minimum;
    },
  });
  delete json.$schema;
  return json as ListedTool['inputSchema'];
}
