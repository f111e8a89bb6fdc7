import { statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'

type Facts = {
  mail_waiting: number
  mail_retrying: number
  mail_failed: number
  mail_oldest_at: string | null
  imports_queued: number
  imports_running: number
  imports_oldest_at: string | null
  runs_queued: number
  runs_running: number
  runs_oldest_at: string | null
  webhooks_waiting: number
  webhooks_oldest_at: string | null
  documents_waiting: number
  documents_failed: number
  documents_oldest_at: string | null
  sealed: number
  head: string | null
  last_sealed_at: string | null
  unsealed: number
  oldest_unsealed_at: string | null
  is_walking: boolean
  signed: number
  signed_at: string | null
  unsigned: number
  oldest_unsigned_at: string | null
  database_bytes: number
}
export type InstallationFacts = Facts

/**
 * The queues, the seal and the size of the database in one statement. Each count reads a partial index of the records
 * that wait, so it costs as much as there is work.
 */
export async function readFacts(db: Db): Promise<Facts> {
  const { rows } = await sql<Facts>`
    select mail.*, webhooks.*, imports.*, runs.*, documents.*, failed.*, seal.*, signature.*,
      pg_database_size(current_database()) as database_bytes
    from
      (select count(*)::int as mail_waiting, count(*) filter (where attempts > 0 and status = 'queued')::int as mail_retrying,
        min(created_at) as mail_oldest_at from outbox where status in ('queued', 'sending')) mail,
      (select count(*)::int as webhooks_waiting, min(d.created_at) as webhooks_oldest_at
        from webhook_deliveries d join webhooks w on w.id = d.webhook_id and w.status = 'active'
        where d.status in ('queued', 'sending')) webhooks,
      (select count(*) filter (where status = 'queued')::int as imports_queued,
        count(*) filter (where status = 'running')::int as imports_running,
        min(created_at) filter (where status = 'queued') as imports_oldest_at
        from imports where status in ('queued', 'running')) imports,
      (select count(*) filter (where status = 'queued')::int as runs_queued,
        count(*) filter (where status = 'running')::int as runs_running,
        min(created_at) filter (where status = 'queued') as runs_oldest_at
        from billing_runs where status in ('queued', 'running')) runs,
      (select count(*)::int as documents_waiting, min(created_at) as documents_oldest_at
        from document_jobs where status in ('queued', 'running')) documents,
      (select (select count(*) from outbox where status = 'failed')::int as mail_failed,
        (select count(*) from document_jobs where status = 'failed')::int as documents_failed) failed,
      seal_state() seal, signature_state() signature`.execute(db)
  return rows[0] as Facts
}

/** The room on the disk of the data folder. */
export async function readDisk(dataDir: string): Promise<{ free_bytes: number; total_bytes: number }> {
  const { bavail, blocks, bsize } = await statfs(dataDir)
  return { free_bytes: bavail * bsize, total_bytes: blocks * bsize }
}
