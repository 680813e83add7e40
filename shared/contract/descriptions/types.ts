/**
 * Descriptions of fields by name. Where a name has several meanings, the key starts with the place: the named
 * schema or the field that contains it, the operation, or the resource, in this order of precedence.
 */
export type Descriptions = Readonly<Record<string, string>>;
