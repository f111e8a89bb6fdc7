import Fastify from 'fastify'
import pg from 'pg'
import { type BareName, bareStatements } from './bare-statements.ts'

/**
 * The limit that the portal is compared with: the same data by Fastify and pg alone, with named statements and compiled
 * serializers, and no session, permission, row-level security, audit, version check or log.
 */
const pool = new pg.Pool({ connectionString: process.env.BENCH_URL, max: 10 })
const app = Fastify()

/** Asks the statement once for its columns, for which the serializer is compiled. */
async function offer(name: BareName): Promise<void> {
  const text = bareStatements[name]
  const values = (id: string, room: string) => (name === 'change' ? [id, room, 'Driver'] : [id, room])
  const { fields } = await pool.query(text, values('0', '0'))
  const properties = Object.fromEntries(fields.map((field) => [field.name, { type: 'string', nullable: true }]))
  const row = { type: 'object', properties }
  const schema = { response: { 200: { type: 'object', properties: { rows: { type: 'array', items: row } } } } }
  type Asked = { Querystring: { id: string; room: string }; Body: { driver_name?: string } | undefined }
  app.route<Asked>({
    method: name === 'change' ? 'PUT' : 'GET',
    url: `/${name}`,
    schema,
    handler: async ({ query: { id, room }, body }) => {
      const given = name === 'change' ? [id, room, body?.driver_name] : [id, room]
      return { rows: (await pool.query({ name, text, values: given })).rows }
    },
  })
}
for (const name of Object.keys(bareStatements) as BareName[]) await offer(name)
app.get('/ready', async () => ({ rows: [] }))
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
