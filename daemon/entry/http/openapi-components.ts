import { isDeepStrictEqual } from 'node:util';
import { SCHEMA_NAME } from '../../../shared/contract/descriptions/describe.ts';
import { isObject, type JsonSchemaObject, shortened } from './openapi-shortened.ts';

type ComponentKind = 'schemas' | 'parameters';

interface Component {
  readonly value: JsonSchemaObject;
  example: unknown;
}

/** In OpenAPI 3.0 a reference can't be nullable, so null is an alternative of its own. */
const NULL = { type: 'object', nullable: true, enum: [null] };
const LISTS = ['anyOf', 'oneOf', 'allOf'];

/**
 * Collects the schemas and the parameters of a document, and refers to them where they occur. Equal
 * values are one component, with the first example that a run recorded.
 */
export class Components {
  readonly #kinds: Record<ComponentKind, Map<string, Component>> = {
    schemas: new Map(),
    parameters: new Map(),
  };

  json(): Record<ComponentKind, JsonSchemaObject> {
    const { schemas, parameters } = this.#kinds;
    return { schemas: shortened(listed(schemas)), parameters: listed(parameters) };
  }

  /** A reference to the parameter. Most are shared by several operations. */
  parameter(parameter: JsonSchemaObject & { readonly name: string }, example: unknown): JsonSchemaObject {
    for (let number = 1; ; number++) {
      const name = number === 1 ? parameter.name : `${parameter.name}-${number}`;
      const present = this.#kinds.parameters.get(name);
      if (present && !isDeepStrictEqual(present.value, parameter)) continue;
      return this.#put('parameters', name, parameter, example);
    }
  }

  /** A reference to the schema of a body or reply, which is called `name` if it has no name of its own. */
  operationSchema(name: string, schema: JsonSchemaObject, example: unknown): JsonSchemaObject {
    if (typeof schema[SCHEMA_NAME] === 'string') return this.#refer(schema, example);
    const json = this.#inside(schema, example);
    // The example of a schema made of named ones is made of theirs.
    const own = JSON.stringify(json).includes('"$ref"') ? undefined : example;
    const present = [...this.#kinds.schemas].find(([, { value }]) => isDeepStrictEqual(value, json));
    return this.#put('schemas', present?.[0] ?? name, json, own);
  }

  /** The schema with a reference in place of each named one. */
  #refer(schema: JsonSchemaObject, example: unknown): JsonSchemaObject {
    // The example of a named schema shows those inside it.
    const isNamed = typeof schema[SCHEMA_NAME] === 'string';
    const { [SCHEMA_NAME]: name, ...json } = this.#inside(schema, isNamed ? undefined : example);
    if (typeof name !== 'string') return json;
    const { nullable, description, ...body } = json;
    const reference = this.#put('schemas', this.#nameFor(name, body), body, example);
    const about = description === undefined ? {} : { description };
    if (nullable === true) return { anyOf: [reference, NULL], ...about };
    return description === undefined ? reference : { allOf: [reference], ...about };
  }

  #inside(schema: JsonSchemaObject, example: unknown): JsonSchemaObject {
    const json = { ...schema };
    const { properties, items, additionalProperties } = schema;
    if (isObject(properties)) {
      json.properties = Object.fromEntries(
        Object.entries(properties).map(([name, field]) => [
          name,
          this.#refer(field as JsonSchemaObject, isObject(example) ? example[name] : undefined),
        ]),
      );
    }
    if (isObject(items)) json.items = this.#refer(items, Array.isArray(example) ? example[0] : undefined);
    if (isObject(additionalProperties))
      json.additionalProperties = this.#refer(additionalProperties, undefined);
    for (const key of LISTS) {
      const list = schema[key];
      if (!Array.isArray(list)) continue;
      const fitting = list.findIndex((one: JsonSchemaObject) => hasRequired(one, example));
      json[key] = list.map((one: JsonSchemaObject, index) =>
        this.#refer(one, index === fitting ? example : undefined),
      );
    }
    return json;
  }

  /** A schema that requests write in another way than replies gets a name of its own. */
  #nameFor(name: string, body: JsonSchemaObject): string {
    const present = this.#kinds.schemas.get(name);
    if (present === undefined || isDeepStrictEqual(present.value, body)) return name;
    return this.#nameFor(`${name}Input`, body);
  }

  #put(kind: ComponentKind, name: string, value: JsonSchemaObject, example: unknown): JsonSchemaObject {
    const component = this.#kinds[kind].get(name) ?? { value, example };
    component.example ??= example;
    this.#kinds[kind].set(name, component);
    return { $ref: `#/components/${kind}/${name}` };
  }
}

function listed(components: ReadonlyMap<string, Component>): JsonSchemaObject {
  return Object.fromEntries(
    [...components].map(([name, { value, example }]) => [
      name,
      example === undefined || example === null ? value : { ...value, example },
    ]),
  );
}

/** Whether a value can be an example of this alternative. */
function hasRequired({ required = [] }: JsonSchemaObject, example: unknown): boolean {
  return isObject(example) && (required as string[]).every((field) => field in example);
}
