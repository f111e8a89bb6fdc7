import { fileURLToPath } from 'node:url'
import { openFolder, type Storage } from './storage.ts'
import type { WorkFolder } from './work-folder.ts'

/**
 * `aside` holds uploads on their way to a bucket. The S3 client is large, so it is loaded only when needed (FILE-2).
 */
export async function openStorage(filesUrl: string, aside: WorkFolder): Promise<Storage> {
  if (!filesUrl.startsWith('s3:')) return openFolder(fileURLToPath(filesUrl))
  const { openBucket } = await import('./storage-s3.ts')
  return openBucket(new URL(filesUrl), aside)
}
