import pg from 'pg'

/**
 * What the database says to a statement of the service's own role, whatever the code above it would have refused: the
 * constraint's name, or 'done' where it takes it. All is undone.
 */
export async function refusedBy(pool: pg.Pool, statement: string, values: unknown[] = []): Promise<string> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(statement, values)
    return 'done'
  } catch (error) {
    return (error instanceof pg.DatabaseError && error.constraint) || String(error)
  } finally {
    await client.query('rollback')
    client.release()
  }
}
