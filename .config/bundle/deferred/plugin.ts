import { join } from 'node:path';
import type { Plugin } from 'rolldown';

/**
 * Hands the contract and the command line `schemas.ts` instead of zod; the tools for models check each
 * call by theirs.
 */
export const deferredSchemas = (root: string): Plugin => ({
  name: 'deferred-schemas',
  resolveId: {
    filter: { id: /^zod$/ },
    handler: (_, importer = '') => {
      const defers = /^(?:cli\/|shared\/(?!mcp\/))/.test(importer.slice(root.length));
      return defers ? join(root, '.config/bundle/deferred/schemas.ts') : null;
    },
  },
});
