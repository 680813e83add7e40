import { createRequire } from 'node:module';

/**
 * What the command line gets for zod when it is bundled. Loading zod and building the contract's schemas is a fifth of
 * the time of a short command, which needs at most one of them: here building a schema is put off until
 * somebody uses it for more than a part of another one.
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

/** What every stand-in pretends to be: it has nothing that could contradict what it stands for. */
const TARGET = {};

/** Stands for an object that is made when something is asked of it. One class for all, as a command makes thousands. */
class Stand implements ProxyHandler<object> {
  readonly make: () => object;
  made: object | undefined;

  constructor(make: () => object) {
    this.make = make;
  }

  real(): object {
    this.made ??= this.make();
    return this.made;
  }

  has(_: object, name: string | symbol): boolean {
    return Reflect.has(this.real(), name);
  }

  ownKeys(): (string | symbol)[] {
    return Reflect.ownKeys(this.real());
  }

  getPrototypeOf(): object | null {
    return Reflect.getPrototypeOf(this.real());
  }

  getOwnPropertyDescriptor(_: object, name: string | symbol): PropertyDescriptor | undefined {
    const found = Reflect.getOwnPropertyDescriptor(this.real(), name);
    // A proxy may only show what its target could come to have.
    return found && { ...found, configurable: true };
  }
}

/** A schema, which is made when something is asked of it that only it knows. */
class Schema extends Stand {
  get(_: object, name: string | symbol): unknown {
    if (typeof name === 'string') {
      if (STEPS.has(name)) return (...values: unknown[]) => deferred(() => this.step(name, values));
      if (name === 'shape') return new Proxy(TARGET, new Shape(() => Reflect.get(this.real(), name)));
    }
    return Reflect.get(this.real(), name, this.real());
  }

  step(name: string, values: unknown[]): object {
    return ((this.real() as Bag)[name] as Make).apply(this.real(), values) as object;
  }
}

/** The fields of an object's schema: each is a schema. */
class Shape extends Stand {
  get(_: object, name: string | symbol): unknown {
    return deferred(() => Reflect.get(this.real(), name));
  }
}

function deferred(make: () => object): object {
  return new Proxy(TARGET, new Schema(make));
}

export const z = new Proxy(TARGET, {
  get:
    (_, name) =>
    (...values: unknown[]) =>
      deferred(() => (zod()[name] as Make)(...values) as object),
});
