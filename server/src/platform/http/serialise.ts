import { z } from 'zod'

type Schema = { [key: string]: unknown; anyOf?: Schema[]; properties?: Record<string, Schema>; items?: Schema }

/**
 * The compiled serialiser is quickest on plain types: a nullable is said with `nullable`, and checks that only input
 * needs are left out.
 */
function plain(schema: Schema): Schema {
  const [first, second, ...more] = schema.anyOf ?? []
  if (first && second && more.length === 0 && second.type === 'null') return { ...plain(first), nullable: true }
  const { $schema: _, pattern, format, minimum, maximum, minLength, maxLength, properties, items, ...rest } = schema
  return {
    ...rest,
    ...(properties
      ? {
          properties: Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, plain(property)])),
        }
      : {}),
    ...(items ? { items: plain(items) } : {}),
  }
}

/** What Fastify compiles an answer's serialiser from. */
export const serialiserSchema = (reply: z.ZodType): Schema =>
  plain(z.toJSONSchema(reply, { io: 'output', target: 'draft-7' }) as Schema)
