import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { StartError } from './start-error.ts'

export type Usage<Options extends ParseArgsOptionsConfig> = {
  /** What is typed, with the names of the arguments, such as `npm run backup -- FILE`. */
  usage: string
  /** What the command does, in a sentence. */
  does: string
  options?: Options
  /** How many arguments without an option there may be; none by default. */
  least?: number
  most?: number
}

/** The arguments of a command, read in one way by all of them. `--help` prints the usage and ends the process. */
export function readArguments<const Options extends ParseArgsOptionsConfig>(
  { usage, does, options, least = 0, most = 0 }: Usage<Options>,
  args: string[] = process.argv.slice(2),
) {
  const refusal = (why: string) => new StartError(`${why}\nUsage: ${usage}`)
  if (args.includes('--help') || args.includes('-h')) {
    console.log(`${does}\nUsage: ${usage}`)
    process.exit(0)
  }
  const read = () => {
    try {
      return parseArgs({ args, options: options ?? ({} as Options), allowPositionals: true })
    } catch (error) {
      // The rest of the message is advice about positional arguments.
      throw refusal(`${(error as Error).message.split(/\.\s/)[0]?.replace(/\.$/, '')}.`)
    }
  }
  const { values, positionals } = read()
  if (positionals.length > most) throw refusal(`There is no place for the argument ${positionals[most]}.`)
  if (positionals.length < least || positionals.includes('')) throw refusal('An argument is missing.')
  return { values, positionals }
}
