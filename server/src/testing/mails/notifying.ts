import { type NotificationRow, notifications } from '@portal/contract/notifications/notifications.ts'
import { writeNotifications } from '../../notifications/notifications.jobs.ts'
import { readConfig } from '../../process/config.ts'
import type { TestApp } from '../test-app.ts'

/** Seals the whole audit log, which waits for open transactions of other tests. */
export async function sealAll({ owner }: Pick<TestApp, 'owner'>): Promise<void> {
  for (let left = 1; left > 0; ) {
    await owner.query('select seal_audit()')
    left = (
      await owner.query(
        'select count(*)::int as left from audit_log a where not exists (select from audit_seals where audit_id = a.id)',
      )
    ).rows[0].left
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
