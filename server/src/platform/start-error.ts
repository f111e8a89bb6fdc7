/** A fault that a person can mend: it is printed as its sentence, without a stack, and the process ends with code 1. */
export class StartError extends Error {
  override readonly name = 'StartError'
}
