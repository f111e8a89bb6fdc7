import type { FastifyBaseLogger } from 'fastify'
import { PgBoss } from 'pg-boss'
import type { Database } from '../db/connect.ts'

export type Log = Pick<FastifyBaseLogger, 'error' | 'info'>
const sealEveryMs = 3000

/** A loop that waits for its own end before it waits for the next turn. */
export function every(ms: number, work: () => Promise<unknown>, onError: (error: unknown) => void): { stop(): Promise<void> } {
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let current = Promise.resolve<unknown>(undefined)
  const turn = () => {
    current = work()
      .catch(onError)
      .then(() => {
        if (!isStopped) timer = setTimeout(turn, ms)
      })
  }
  turn()
  return {
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await current
    },
  }
}

/** What runs without anybody asking: the audit seal every few seconds, and the nightly clearing of what has run out. */
export async function startJobs({ database, log }: { database: Database; log: Log }): Promise<{ stop(): Promise<void> }> {
  const staff = database.pools.portal_staff
  const complain = (error: unknown) => log.error({ err: error }, 'a job failed')
  const boss = new PgBoss({
    db: { executeSql: (text, values) => staff.query(text, values ?? []) },
    schema: 'pgboss',
    migrate: false,
    createSchema: false,
  })
  boss.on('error', complain)
  await boss.start()
  await boss.createQueue('remove-expired')
  await boss.schedule('remove-expired', '15 3 * * *')
  await boss.work('remove-expired', async () => {
    await staff.query('select remove_expired(now())')
  })
  const sealing = every(sealEveryMs, () => staff.query('select seal_audit()'), complain)
  return {
    async stop() {
      await Promise.all([sealing.stop(), boss.stop({ graceful: true, timeout: 5000 })])
    },
  }
}
