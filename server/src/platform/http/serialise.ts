import { z } from 'zod'

type Schema = { [key: string]: unknown; anyOf?: Schema[]; properties?: Record<string, Schema>; items?: Schema }

/**
 * The compiled serialiser is fastest on plain types, so this uses `nullable` and drops checks that only input needs.
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

const made = new WeakMap<z.ZodType, Schema>()
/** The schema from which Fastify compiles a reply's serialiser, made when it is first needed. */
export function serialiserSchema(reply: z.ZodType): Schema {
  const schema = made.get(reply) ?? plain(z.toJSONSchema(reply, { io: 'output', target: 'draft-7' }) as Schema)
  made.set(reply, schema)
  return schema
}
