import { execFileSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** Converts files with LibreOffice, which the long tests require, and saves them in `folder`. */
export function convertFiles(type: 'csv' | 'xlsx', folder: string, files: readonly string[]): void {
  if (spawnSync('soffice', ['--version']).status !== 0)
    throw new Error('LibreOffice is missing. Install libreoffice-calc to run the long tests.')
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`
  execFileSync('soffice', ['--headless', profile, '--convert-to', type, '--outdir', folder, ...files])
}
