/** A reason not to start that the person can act on: printed as its sentence, never as a stack. */
export class StartError extends Error {
  override name = 'StartError'
}

/** What is wrong with the environment, one sentence each, naming the variable and never repeating a secret. */
export class ConfigError extends Error {
  override name = 'ConfigError'
  readonly faults: string[]
  constructor(faults: string[]) {
    super(faults.join('\n'))
    this.faults = faults
  }
}
