import { isDay } from './fields.ts'
import type { Message } from './message.ts'

const isDayParam = { isValid: isDay, fault: 'field.date' as Message }
/** Parameters of a list besides its filters, which a list names in `takes`. */
const listParams = {
  day: isDayParam,
  from: isDayParam,
  to: isDayParam,
  company_id: { isValid: (text: string) => /^[1-9]\d{0,14}$/.test(text), fault: 'field.whole-number' as Message },
  /** The key of a town. */
  near: {
    isValid: (text: string) => /^[A-Z]{2}-[A-Z]{2}-[a-z0-9-]{1,100}$/.test(text),
    fault: 'field.invalid' as Message,
  },
  radius_km: { isValid: (text: string) => /^-?\d{1,9}$/.test(text), fault: 'field.whole-number' as Message },
} as const
export type ListParam = keyof typeof listParams
export const listParamNames = Object.keys(listParams) as ListParam[]
/** The parameters that a query has, `as_of` included. */
export const paramsIn = (
  query: { [Name in ListParam | 'as_of']?: string | undefined },
): Partial<Record<ListParam | 'as_of', string>> =>
  Object.fromEntries(
    ['as_of' as const, ...listParamNames].flatMap((name) => (query[name] ? [[name, query[name]]] : [])),
  )

/** The parameters of a query that the list takes; others are refused. */
export function readParams(
  raw: Readonly<Record<string, unknown>>,
  { takes }: { takes: readonly ListParam[] },
  fault: (field: string, message: Message) => void,
): Partial<Record<ListParam, string>> {
  const given = listParamNames.filter((name) => raw[name] !== undefined && raw[name] !== '')
  for (const name of given) {
    if (!takes.includes(name)) fault(name, 'field.unknown')
    else if (!listParams[name].isValid(String(raw[name]))) fault(name, listParams[name].fault)
  }
  return Object.fromEntries(given.map((name) => [name, String(raw[name])]))
}
