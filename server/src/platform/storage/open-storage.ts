import { fileURLToPath } from 'node:url'
import { openFolder, type Storage } from './storage.ts'
import type { WorkFolder } from './work-folder.ts'

/**
 * `aside` is for what is on its way to a bucket. The folder costs nothing of the bucket: its client is large and only
 * loaded where it is asked for (FILE-2).
 */
export async function openStorage(filesUrl: string, aside: WorkFolder): Promise<Storage> {
  if (!filesUrl.startsWith('s3:')) return openFolder(fileURLToPath(filesUrl))
  const { openBucket } = await import('./storage-s3.ts')
  return openBucket(new URL(filesUrl), aside)
}
