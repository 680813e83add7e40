import { join } from 'node:path';
import type { Plugin } from 'rolldown';

/**
 * Hands the contract and the command line `schemas.ts` instead of zod; the tools for models describe all of
 * theirs.
 */
export const deferredSchemas = (root: string): Plugin => ({
  name: 'deferred-schemas',
  resolveId: {
    filter: { id: /^zod$/ },
    handler: (_, importer = '') => {
      const defers = /^(?:cli\/(?!mcp\/)|shared\/)/.test(importer.slice(root.length));
      return defers ? join(root, '.config/bundle/deferred/schemas.ts') : null;
    },
  },
});
