import { setTimeout as sleep } from 'node:timers/promises'
import { memoryOf } from './cpu.ts'
import type { CallHeaders } from './http.ts'
import type { BenchSite } from './site.ts'

export type Imported = {
  status: string
  reason?: string | null
  counts: Record<'read' | 'booked' | 'duplicate' | 'quarantined' | 'failed', number>
}

/** Uploads a file; the answer has the id of its record, unless the file was refused before it was read. */
export async function upload(
  { portal }: Pick<BenchSite, 'portal'>,
  headers: CallHeaders,
  path: string,
  file: { content: Buffer; name: string; fields?: Record<string, string> },
): Promise<Record<string, unknown>> {
  const form = new FormData()
  for (const [name, value] of Object.entries(file.fields ?? {})) form.append(name, value)
  form.append('file', new Blob([new Uint8Array(file.content)]), file.name)
  const answer = await fetch(`http://127.0.0.1:${portal.port}/v2/${path}`, { method: 'POST', headers, body: form })
  return (await answer.json()) as Record<string, unknown>
}

/** Waits until an import has ended. Returns its record, and the most memory that the portal's own process had meanwhile. */
export async function untilImported(
  site: BenchSite,
  headers: CallHeaders,
  id: unknown,
): Promise<{ record: Imported; memory: number }> {
  let memory = 0
  for (;;) {
    memory = Math.max(memory, memoryOf(site.portal.pid))
    const record = JSON.parse(await site.get(`/v2/imports/${id}`, headers)) as Imported
    if (record.status !== 'queued' && record.status !== 'running') return { record, memory }
    await sleep(200)
  }
}
