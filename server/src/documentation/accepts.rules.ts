import type { Schema } from './schema.data.ts'

const kindOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value

function acceptsNumber(schema: Schema, value: number): boolean {
  const { minimum = -Infinity, maximum = Infinity, exclusiveMinimum = -Infinity } = schema as Record<string, number>
  return value >= minimum && value <= maximum && value > exclusiveMinimum
}

const formats: Readonly<Record<string, RegExp>> = {
  date: /^\d{4}-\d\d-\d\d$/,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
}
function acceptsText(schema: Schema, value: string): boolean {
  const { minLength = 0, maxLength = Infinity } = schema as Record<string, number>
  const format = schema.format ? formats[schema.format] : undefined
  if (value.length < minLength || value.length > maxLength || (format && !format.test(value))) return false
  return typeof schema.pattern !== 'string' || new RegExp(schema.pattern, 'u').test(value)
}

/** Whether a value fits a schema of one property. Objects are not looked into: their properties have examples. */
export function accepts(schema: Schema, value: unknown): boolean {
  if (schema.anyOf) return schema.anyOf.some((choice) => accepts(choice, value))
  if ('$ref' in schema) return kindOf(value) === 'object'
  if ('const' in schema) return value === schema.const
  if (schema.enum) return schema.enum.includes(value)
  const kind = kindOf(value)
  const types = [schema.type ?? []].flat()
  const isOfType = types.includes(kind) || (kind === 'integer' && types.includes('number'))
  if (types.length > 0 && !isOfType) return false
  if (typeof value === 'number') return acceptsNumber(schema, value)
  if (typeof value === 'string') return acceptsText(schema, value)
  if (Array.isArray(value)) return value.every((one) => !schema.items || accepts(schema.items, one))
  return true
}
