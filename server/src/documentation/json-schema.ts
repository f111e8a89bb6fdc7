import { z } from 'zod'
import type { Schema } from './schema.data.ts'

export type Direction = 'input' | 'output'

/** What zod writes for every whole number, and says nothing. */
const isNoBound = (name: string, value: unknown): boolean =>
  (name === 'minimum' || name === 'maximum') && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER

const isPlain = ({ type, properties, items, additionalProperties }: Schema): boolean =>
  type !== undefined && !properties && !items && !additionalProperties

/**
 * `string | null` as one schema with two types, instead of a choice of two schemas. Each keyword concerns one type only,
 * so joining schemas of different types changes nothing, unless both list their values.
 */
function joined(choices: readonly Schema[]): Schema | null {
  if (!choices.every(isPlain)) return null
  const types = choices.flatMap(({ type }) => type as string | string[])
  const listing = choices.filter((choice) => choice.enum !== undefined || choice.const !== undefined)
  const rest = choices.filter((choice) => !listing.includes(choice))
  const isNullBeside = rest.every(({ type }) => type === 'null')
  if (listing.length > 0 && !isNullBeside) return null
  const hasTwice = rest.length !== new Set(rest.map(({ type }) => String(type))).size
  if (hasTwice && !isNullBeside) return null
  const values = listing.flatMap((choice) => choice.enum ?? [choice.const])
  const { const: _, ...all } = Object.assign({}, ...choices) as Schema
  const type = [...new Set(types)]
  return {
    ...all,
    type: type.length === 1 ? (type[0] as string) : type,
    ...(values.length > 0 ? { enum: [...new Set([...values, ...(rest.length > 0 ? [null] : [])])] } : {}),
  }
}

/** A choice within a choice is one of more. */
const flattened = (choices: readonly Schema[]): Schema[] =>
  choices.flatMap((choice) => (choice.anyOf && Object.keys(choice).length === 1 ? flattened(choice.anyOf) : [choice]))

/** Drops what readers need not see, and what a caller must not rely on: replies can get further fields (API-2). */
function readable(schema: Schema, direction: Direction): Schema {
  const { $schema: _, anyOf, properties, items, additionalProperties, pattern, ...rest } = schema
  const kept = Object.fromEntries(Object.entries(rest).filter(([name, value]) => !isNoBound(name, value))) as Schema
  const within = (inner: Schema): Schema => readable(inner, direction)
  const choices = anyOf && flattened(anyOf.map(within))
  const one = choices && joined(choices)
  return {
    ...kept,
    ...(pattern && !rest.format ? { pattern } : {}),
    ...(one ?? (choices ? { anyOf: choices } : {})),
    ...(properties
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, property]) => [name, within(property)]),
          ),
        }
      : {}),
    ...(items ? { items: within(items) } : {}),
    ...(typeof additionalProperties === 'object' ? { additionalProperties: within(additionalProperties) } : {}),
    ...(additionalProperties === false && direction === 'input' ? { additionalProperties: false } : {}),
  }
}

/** A zod schema as JSON Schema without names: `format` instead of its pattern, and types instead of simple choices. */
export const jsonSchemaOf = (schema: z.ZodType, direction: Direction): Schema =>
  readable(z.toJSONSchema(schema, { io: direction, unrepresentable: 'any' }) as Schema, direction)
