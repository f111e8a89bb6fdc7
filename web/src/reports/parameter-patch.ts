import type { Parameter } from './use-reports.ts'

type Following = Pick<Parameter, 'name' | 'follows'>
export const followersOf = (parameters: readonly Following[], name: string): string[] =>
  parameters.filter(({ follows }) => follows.includes(name)).map((parameter) => parameter.name)

type Patch = Record<string, string | null>
/** A change of parameters, with those that follow from the changed ones left to the report again. */
export const patchOf = (parameters: readonly Following[], patch: Patch): Patch => {
  const left = Object.keys(patch).flatMap((name) => followersOf(parameters, name))
  return Object.assign(Object.fromEntries(left.map((name) => [name, null])), patch)
}
