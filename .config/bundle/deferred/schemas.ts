import { createRequire } from 'node:module';

/**
 * Replaces zod in the bundled command line. Loading zod and building the contract's schemas takes a fifth of
 * a short command, which needs at most one schema: here a schema is built when it's used for more than a part
 * of another one.
 */

type Bag = Readonly<Record<string | symbol, unknown>>;
type Make = (...values: unknown[]) => unknown;

/** Functions of schemas that do nothing but make another one. */
const STEPS = new Set(
  'extend length max meta min nullable omit optional partial pick pipe refine regex superRefine toLowerCase transform trim'.split(
    ' ',
  ),
);

let loaded: Bag | undefined;

function zod(): Bag {
  if (loaded === undefined) {
    loaded = createRequire(import.meta.url)('./cli-zod.cjs') as Bag;
  }
  return loaded;
}

/** A schema, or the parts of one, that is made when something is asked of it that only it knows. */
function deferred(make: () => unknown): object {
  let made: object | undefined;
  const real = (): object => {
    made ??= make() as object;
    return made;
  };
  const call =
    (name: string): Make =>
    (...values) =>
      deferred(() => ((real() as Bag)[name] as Make).apply(real(), values));
  return new Proxy(
    {},
    {
      get: (_, name) => {
        if (name === 'shape') return shapeOf(() => Reflect.get(real(), name));
        return typeof name === 'string' && STEPS.has(name) ? call(name) : Reflect.get(real(), name, real());
      },
      ...views(real),
    },
  );
}

/** The fields of an object's schema: each is a schema. */
function shapeOf(make: () => object): object {
  return new Proxy({}, { get: (_, name) => deferred(() => Reflect.get(make(), name)), ...views(make) });
}

/** The ways of looking at an object as a whole. */
function views(real: () => object): ProxyHandler<object> {
  return {
    has: (_, name) => Reflect.has(real(), name),
    ownKeys: () => Reflect.ownKeys(real()),
    getPrototypeOf: () => Reflect.getPrototypeOf(real()),
    getOwnPropertyDescriptor: (_, name) => {
      const found = Reflect.getOwnPropertyDescriptor(real(), name);
      // A proxy may only show what its target could come to have.
      return found && { ...found, configurable: true };
    },
  };
}

export const z = new Proxy(
  {},
  {
    get:
      (_, name) =>
      (...values: unknown[]) =>
        deferred(() => (zod()[name] as Make)(...values)),
  },
);
