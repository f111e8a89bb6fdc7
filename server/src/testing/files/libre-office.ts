import { execFileSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** LibreOffice is not everywhere; what it would read is also read with a library, in the tests that always run. */
export const hasOffice = spawnSync('soffice', ['--version']).status === 0

/** Opens files in LibreOffice and saves them in `folder` as another type. */
export function convertFiles(type: 'csv' | 'xlsx', folder: string, files: readonly string[]): void {
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`
  execFileSync('soffice', ['--headless', profile, '--convert-to', type, '--outdir', folder, ...files])
}
