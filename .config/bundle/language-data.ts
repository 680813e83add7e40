import type { Plugin } from 'rolldown';

const FILE = 'languages.json';
const MODULE = /\/eld\/src\/ngrams\/small\.js$/;

/**
 * The figures by which languages are told apart are 80,000 little objects. Written as a program they take 160
 * MB to load, of which half are never given back; as JSON a third of that.
 */
export const languageData: Plugin = {
  name: 'language-data',
  load: {
    filter: { id: MODULE },
    async handler(id) {
      const { ngramsData } = await import(id);
      this.emitFile({ type: 'asset', fileName: FILE, source: JSON.stringify(ngramsData) });
      return `import { readFileSync } from 'node:fs';
        export const ngramsData = JSON.parse(readFileSync(new URL('./${FILE}', import.meta.url), 'utf8'));`;
    },
  },
};
