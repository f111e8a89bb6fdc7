import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Binaries, findBinaries } from '../../server/src/db/embedded/postgres-account.ts'

const folders = ['x86_64-linux-gnu', 'aarch64-linux-gnu'].map((name) => `/usr/lib/${name}/faketime`)
const findLibrary = () => folders.map((folder) => join(folder, 'libfaketimeMT.so.1')).find((path) => existsSync(path))

/** Finds libfaketime, or installs Debian's if permitted. Null if neither works. */
export function ensureFaketime(): string | null {
  const found = findLibrary()
  if (found || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return found ?? null
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [['update'], ['install', '--yes', '--no-install-recommends', 'libfaketime']])
    spawnSync('apt-get', ['-qq', ...args], { env })
  return findLibrary() ?? null
}

/** A wall clock that the drill moves under running processes. The monotonic clock goes on, as on a real machine. */
export type MovedClock = {
  /** The settings of a process that has this clock. */
  settings: Record<string, string>
  now(): Date
  moveTo(at: Date): void
}
export function movedClock(library: string, file: string): MovedClock {
  let ahead = 0
  const write = () => {
    // Renamed into place, so that no process reads half of it.
    writeFileSync(`${file}.new`, `${ahead < 0 ? '-' : '+'}${Math.abs(ahead)}\n`)
    chmodSync(`${file}.new`, 0o644)
    renameSync(`${file}.new`, file)
  }
  write()
  return {
    settings: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      DONT_FAKE_MONOTONIC: '1',
    },
    now: () => new Date(Date.now() + ahead * 1000),
    moveTo(at) {
      ahead = Math.round((at.getTime() - Date.now()) / 1000)
      write()
    },
  }
}

/** The package's PostgreSQL with a moved clock. */
export async function binariesWith({ settings }: MovedClock, folder: string): Promise<Binaries> {
  const { initdb, postgres } = await findBinaries()
  const program = join(folder, 'postgres-with-clock')
  const exports = Object.entries(settings).map(([name, value]) => `export ${name}='${value}'`)
  writeFileSync(program, ['#!/bin/sh', ...exports, `exec '${postgres}' "$@"`, ''].join('\n'))
  chmodSync(program, 0o755)
  return { initdb, postgres: program }
}
