import { Ajv, type ValidateFunction } from 'ajv';

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
}
type Answer = Content & { readonly $ref?: string };

interface Operation {
  readonly operationId: string;
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Answer>>;
}

export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly responses: Readonly<Record<string, Content>> };
}

/** Name of the document in references, so that its components are read once. */
const DOCUMENT = 'openapi';

/** Checks values against an OpenAPI document, as a client does that was made from it. */
export class OpenApiChecker {
  readonly #operations: ReadonlyMap<string, Operation>;
  readonly #components: OpenApiDocument['components'];
  /** Knows `nullable`, which leaves an enum as it is. */
  readonly #ajv = new Ajv({ strict: false, validateFormats: false });
  readonly #validators = new Map<object, ValidateFunction>();

  constructor({ paths, components }: OpenApiDocument) {
    const operations = Object.values(paths).flatMap((path) => Object.values(path));
    this.#operations = new Map(operations.map((operation) => [operation.operationId, operation]));
    this.#components = components;
    this.#ajv.addSchema({ components }, DOCUMENT);
  }

  describes(operation: string): boolean {
    return this.#operations.has(operation);
  }

  /** Mismatches of an answer; null when it fits. */
  problemsOfAnswer(operation: string, status: number, body: unknown): string | null {
    const answer = this.#operations.get(operation)?.responses[status];
    const described =
      answer && '$ref' in answer ? this.#components.responses[answer.$ref.split('/').at(-1) ?? ''] : answer;
    return described ? this.#problems(described, body) : `no answer with status ${status} is described`;
  }

  problemsOfRequest(operation: string, body: unknown): string | null {
    const request = this.#operations.get(operation)?.requestBody;
    return request ? this.#problems(request, body) : 'no body is described';
  }

  #problems({ content }: Content, body: unknown): string | null {
    const schema = content?.['application/json']?.schema;
    if (!schema) return 'no JSON is described';
    let validate = this.#validators.get(schema);
    if (validate === undefined) {
      const references = JSON.stringify(schema).replaceAll('"#/components/', `"${DOCUMENT}#/components/`);
      validate = this.#ajv.compile(JSON.parse(references) as object);
      this.#validators.set(schema, validate);
    }
    return validate(body) ? null : this.#ajv.errorsText(validate.errors);
  }
}
