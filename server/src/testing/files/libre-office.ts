import { execFileSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** LibreOffice is not installed everywhere. Tests that always run read the same files with a library. */
export const hasOffice = spawnSync('soffice', ['--version']).status === 0

/** Converts files with LibreOffice and saves them in `folder`. */
export function convertFiles(type: 'csv' | 'xlsx', folder: string, files: readonly string[]): void {
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`
  execFileSync('soffice', ['--headless', profile, '--convert-to', type, '--outdir', folder, ...files])
}
