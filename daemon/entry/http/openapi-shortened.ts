import { isDeepStrictEqual } from 'node:util';

export type JsonSchemaObject = Record<string, unknown>;

/** Fields that a schema has from another one make it shorter only if they are several. */
const FEWEST_FIELDS = 4;
/** Characters that naming a repeated part must save. */
const LEAST_SAVED = 10;
const PLACE = '#/components/schemas/';

/**
 * The same schemas in less text: those with all fields of a smaller one extend it, and parts that occur
 * several times are schemas of their own, named after their field, where this saves text.
 */
export function shortened(schemas: JsonSchemaObject): JsonSchemaObject {
  return withSharedParts(composed(schemas as Record<string, JsonSchemaObject>));
}

function composed(schemas: Record<string, JsonSchemaObject>): Record<string, JsonSchemaObject> {
  const bySize = Object.entries(schemas).toSorted(([, one], [, other]) => fieldsOf(other) - fieldsOf(one));
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const base = bySize.find(([, candidate]) => extendsSchema(schema, candidate, schemas));
      return [name, base ? extension(schema, base[0], base[1]) : schema];
    }),
  );
}

function fieldsOf({ properties }: JsonSchemaObject): number {
  return Object.keys(properties ?? {}).length;
}

function extendsSchema(schema: JsonSchemaObject, base: JsonSchemaObject, schemas: JsonSchemaObject): boolean {
  const { properties, required = [], example: _own, ...rest } = schema;
  const { properties: fields, required: needed = [], example: _other, ...others } = base;
  if (!isObject(properties) || !isObject(fields) || !isDeepStrictEqual(rest, others)) return false;
  const names = Object.keys(fields);
  return (
    // A base that refuses other fields would refuse those of its extension.
    base.additionalProperties === undefined &&
    names.length >= FEWEST_FIELDS &&
    names.length < Object.keys(properties).length &&
    names.every(
      (name) =>
        isDeepStrictEqual(properties[name], fields[name]) || narrows(properties[name], fields[name], schemas),
    ) &&
    (needed as string[]).every((name) => (required as string[]).includes(name))
  );
}

/**
 * Whether a field refers to a schema with all that the field of the base has, so that its values fit both.
 */
function narrows(field: unknown, base: unknown, schemas: JsonSchemaObject): boolean {
  const [reference] =
    isObject(field) && Array.isArray(field.anyOf) ? (field.anyOf as JsonSchemaObject[]) : [];
  const target = schemas[String(reference?.$ref).slice(PLACE.length)];
  if (!isObject(target) || !isObject(base) || !isObject(base.properties) || !isObject(target.properties))
    return false;
  const { properties } = target;
  return Object.entries(base.properties).every(([name, part]) => isDeepStrictEqual(part, properties[name]));
}

function extension(
  { properties, required = [], example }: JsonSchemaObject,
  name: string,
  base: JsonSchemaObject,
): JsonSchemaObject {
  const inherited = base.properties as JsonSchemaObject;
  const fields = Object.entries(properties as JsonSchemaObject).filter(
    ([field, part]) => !(field in inherited && isDeepStrictEqual(part, inherited[field])),
  );
  const needed = (required as string[]).filter(
    (field) => !((base.required ?? []) as string[]).includes(field),
  );
  const rest = { type: 'object', properties: Object.fromEntries(fields) };
  return {
    allOf: [{ $ref: PLACE + name }, needed.length === 0 ? rest : { ...rest, required: needed }],
    ...(example !== undefined && { example }),
  };
}

function withSharedParts(schemas: Record<string, JsonSchemaObject>): JsonSchemaObject {
  const uses = new Map<string, number>();
  const count: ReplacePart = (part, path) => {
    const text = JSON.stringify(part);
    uses.set(text, (uses.get(text) ?? 0) + 1);
    return mapParts(part, count, path);
  };
  for (const [name, schema] of Object.entries(schemas)) mapParts(schema, count, name);

  const shared: Record<string, JsonSchemaObject> = {};
  const names = new Map<string, string>();
  const share: ReplacePart = (part, path) => {
    const text = JSON.stringify(part);
    const times = uses.get(text) ?? 0;
    if (times < 2) return mapParts(part, share, path);
    const name = names.get(text) ?? freeName(path, (taken) => taken in shared || taken in schemas);
    const reference = JSON.stringify({ $ref: PLACE + name }).length;
    const saved = times * (text.length - reference) - text.length - name.length;
    if (saved < LEAST_SAVED) return mapParts(part, share, path);
    if (!names.has(text)) {
      names.set(text, name);
      // Takes the name before parts inside could.
      shared[name] = {};
      shared[name] = mapParts(part, share, path);
    }
    return { $ref: PLACE + name };
  };
  const shorter = Object.entries(schemas).map(([name, schema]) => [name, mapParts(schema, share, name)]);
  return { ...Object.fromEntries(shorter), ...shared };
}

/** The field's name, with as many names of the schemas around it as it takes to be unique. */
function freeName(path: string, isTaken: (name: string) => boolean): string {
  const names = path.split('.');
  const longer = names.map((_, index) => names.slice(-1 - index).join('_'));
  const free = [...longer, `${names.join('_')}_field`].map(pascalCase).find((name) => !isTaken(name));
  if (free === undefined) throw new Error(`no name is left for a schema of ${path}`);
  return free;
}

function pascalCase(name: string): string {
  return name.replace(/(?:^|[._-])(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Replaces a schema inside another one. `path` has the names of the fields that lead to it. */
type ReplacePart = (part: JsonSchemaObject, path: string) => JsonSchemaObject;

/** The schema with each schema of a field, list or alternative replaced. */
function mapParts(schema: JsonSchemaObject, replace: ReplacePart, path: string): JsonSchemaObject {
  const json = { ...schema };
  const { properties, items, additionalProperties } = schema;
  if (isObject(properties)) {
    json.properties = Object.fromEntries(
      Object.entries(properties).map(([name, part]) => [
        name,
        replace(part as JsonSchemaObject, `${path}.${name}`),
      ]),
    );
  }
  if (isObject(items)) json.items = replace(items, `${path}_item`);
  if (isObject(additionalProperties))
    json.additionalProperties = replace(additionalProperties, `${path}_value`);
  for (const key of ['anyOf', 'oneOf', 'allOf']) {
    const list = schema[key];
    if (Array.isArray(list)) json[key] = list.map((part: JsonSchemaObject) => mapParts(part, replace, path));
  }
  return json;
}

export function isObject(value: unknown): value is JsonSchemaObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
