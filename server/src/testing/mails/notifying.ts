import { setTimeout as sleep } from 'node:timers/promises'
import { type NotificationRow, notifications } from '@portal/contract/notifications/notifications.ts'
import { writeNotifications } from '../../notifications/notifications.jobs.ts'
import { readConfig } from '../../process/config.ts'
import type { TestApp } from '../test-app.ts'

/** Seals the whole audit log, which waits for open transactions of other tests. */
export async function sealAll({ owner }: Pick<TestApp, 'owner'>): Promise<void> {
  while (true) {
    await owner.query('select seal_audit()')
    const { rows } = await owner.query(
      'select exists (select from audit_log a where not exists (select from audit_seals where audit_id = a.id)) as is_left',
    )
    if (!rows[0].is_left) return
    await sleep(20)
  }
}

/** Seals the audit log and runs the job at some time. */
export function notifying({ owner, database, ask }: TestApp) {
  const { brands } = readConfig({})
  const pass = async (now = new Date()): Promise<void> => {
    await sealAll({ owner })
    await writeNotifications({ database, brands, clock: () => now })
  }
  const read = async (who: string, ...filter: string[]): Promise<NotificationRow[]> =>
    (await ask(who, notifications.list, { query: { filter, size: '50' } })).body.notifications
  const sentences = async (who: string, ...filter: string[]): Promise<string[]> =>
    (await read(who, ...filter)).map(({ sentence }) => sentence)
  return { pass, read, sentences }
}
