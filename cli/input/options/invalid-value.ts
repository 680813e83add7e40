/** Rejects the text of a flag or argument. The message continues after its name: "must be an integer". */
export class InvalidValue extends Error {
  override readonly name = 'InvalidValue';
}
