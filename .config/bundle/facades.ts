import type { OutputAsset, OutputChunk } from 'rolldown';

type Files = OutputChunk | OutputAsset;

/** A file that does nothing but pass on names of another one. */
interface Facade {
  readonly file: string;
  /** Exported names to those of the other file. */
  readonly names: ReadonlyMap<string, string>;
}

const PASSES_ON = /^export\{([^{}]*)\}from"\.\/([^"]+)";\s*$/;

/**
 * A module that is imported dynamically and lies in a file with others gets a file of its own that passes its names on.
 * Finding and linking it takes longer than running it: whoever imports it is told the other file instead.
 */
export function withoutFacades(files: readonly Files[]): Files[] {
  const facades = new Map<string, Facade>();
  for (const file of files) {
    const facade = file.type === 'chunk' && !file.isEntry ? facadeOf(file.code) : undefined;
    if (facade) facades.set(file.fileName, facade);
  }
  const kept = files
    .filter(({ fileName }) => !facades.has(fileName))
    .map((file) => (file.type === 'chunk' ? { ...file, code: directImports(file.code, facades) } : file));
  for (const file of kept) {
    const lost = file.type === 'chunk' && [...facades.keys()].find((name) => file.code.includes(name));
    if (lost) throw new Error(`${file.fileName} asks for ${lost} in a way that is not known here`);
  }
  return kept;
}

function facadeOf(code: string): Facade | undefined {
  const [, list, file] = PASSES_ON.exec(code) ?? [];
  if (list === undefined || file === undefined) return undefined;
  const names = list.split(',').map((pair) => {
    const [local = '', exported = local] = pair.split(' as ');
    return [exported, local] as const;
  });
  return { file, names: new Map(names) };
}

function directImports(code: string, facades: ReadonlyMap<string, Facade>): string {
  return code.replace(/import\(`\.\/([^`]+)`\)/g, (original, fileName: string) => {
    const facade = facades.get(fileName);
    if (!facade) return original;
    const fields = [...facade.names].map(([exported, local]) => `${exported}:e.${local}`);
    return `import(\`./${facade.file}\`).then(e=>({${fields.join(',')}}))`;
  });
}
