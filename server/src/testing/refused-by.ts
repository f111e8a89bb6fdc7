import pg from 'pg'

/**
 * Runs a statement as the service's own role, past the checks of the code, and rolls it back. Returns the name of the
 * violated constraint, or 'done'.
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
