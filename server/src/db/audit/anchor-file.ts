import { open, readFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileReason } from '../../process/file-fault.ts'
import { StartError } from '../../process/start-error.ts'
import { type AnchorFacts, type AnchorLine, readLine, readLines, signedLine, thinned } from './anchor-lines.ts'
import type { AuditKeys } from './audit-keys.ts'

/** Null: there is no such file. */
export type AnchorFile = { path: string; lines: AnchorLine[] | null }

const unusable = (path: string, error: NodeJS.ErrnoException): StartError =>
  new StartError(`The anchor file ${path} cannot be used (${fileReason(error) ?? error.message}).`)

export async function readAnchorFile(path: string, keys: AuditKeys): Promise<AnchorFile> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw unusable(path, error)
  })
  return { path, lines: text === null ? null : readLines(text, keys) }
}

/** Replaces the file as a whole, on disk before it gets its name: a kill leaves the old one or the new one. */
export async function appendAnchor(
  { path, lines }: AnchorFile,
  facts: AnchorFacts,
  keys: AuditKeys,
): Promise<AnchorFile> {
  const [key] = keys
  if (!key) throw new Error('An anchor needs a key.')
  // Never before the line above it, also when the clock was set back.
  const at = [facts.at, lines?.at(-1)?.anchor?.at ?? ''].sort().at(-1) ?? facts.at
  const all = thinned([...(lines ?? []), readLine(signedLine({ ...facts, at }, key), keys)])
  const part = `${path}.${process.pid}.part`
  try {
    const file = await open(part, 'w', 0o600)
    try {
      await file.writeFile(all.map(({ text }) => `${text}\n`).join(''))
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(part, path)
    const folder = await open(dirname(path))
    await folder.sync().finally(() => folder.close())
  } catch (error) {
    await rm(part, { force: true }).catch(() => {})
    throw unusable(path, error as NodeJS.ErrnoException)
  }
  return { path, lines: all }
}

/** The newest line, if it can be trusted. */
export const lastAnchor = ({ lines }: AnchorFile): AnchorLine | null => lines?.at(-1) ?? null
