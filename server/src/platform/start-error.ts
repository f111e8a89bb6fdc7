/** A reason not to start that the person can act on: printed as its sentence, never as a stack. */
export class StartError extends Error {
  override name = 'StartError'
}
