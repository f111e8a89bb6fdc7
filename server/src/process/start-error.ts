/** A reason not to start that the operator can fix; printed as its message, without a stack. */
export class StartError extends Error {
  override name = 'StartError'
}

/** What is wrong with the environment: one sentence per error, with the variable's name and without secrets. */
export class ConfigError extends Error {
  override name = 'ConfigError'
  readonly faults: string[]
  constructor(faults: string[]) {
    super(faults.join('\n'))
    this.faults = faults
  }
}
