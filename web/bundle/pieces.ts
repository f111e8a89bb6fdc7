import { build, type InlineConfig, type Rolldown } from 'vite'
import type { Piece } from './chunk-plan.ts'

/** House rule: the component behind an address is named so. */
const isPage = (module: string | null): boolean => /Page\.tsx$/.test(module ?? '')

/** The files that loading this one brings along, itself included. */
function closureOf(files: ReadonlyMap<string, Rolldown.OutputChunk>, first: string): Set<string> {
  const needed = new Set([first])
  // A set that grows while it is walked is walked to its new end.
  for (const name of needed) for (const next of files.get(name)?.imports ?? []) needed.add(next)
  return needed
}

/**
 * Builds the page in memory, without a plan, and reads from it which modules the same entries need: what is not used is
 * gone by then, so a package's index brings in only what is. `first` are the modules of every load.
 */
export async function readPieces(
  config: InlineConfig,
): Promise<{ first: string[]; pieces: Piece[]; pages: Set<number> }> {
  const made = await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    build: { ...config.build, write: false, minify: true, cssMinify: false, reportCompressedSize: false },
  })
  const { output } = (Array.isArray(made) ? made[0] : made) as Rolldown.RolldownOutput
  const files = new Map(
    output
      .filter((file) => file.type === 'chunk')
      .sort((one, other) => (one.fileName < other.fileName ? -1 : 1))
      .map((chunk) => [chunk.fileName, chunk]),
  )
  const chunks = [...files.values()]
  const main = chunks.find(({ isEntry }) => isEntry)
  if (!main) throw new Error('The page has no entry.')
  const always = closureOf(files, main.fileName)
  const later = chunks.filter(({ isDynamicEntry, fileName }) => isDynamicEntry && !always.has(fileName))
  const needs = later.map(({ fileName }) => closureOf(files, fileName))
  const pages = new Set(later.flatMap(({ facadeModuleId }, entry) => (isPage(facadeModuleId) ? [entry] : [])))
  const planned = chunks.filter(({ fileName }) => !always.has(fileName))
  const place = new Map(planned.map(({ fileName }, index) => [fileName, index]))
  return {
    pages,
    first: chunks
      .filter(({ fileName }) => always.has(fileName) && fileName !== main.fileName)
      .flatMap(({ moduleIds }) => moduleIds),
    pieces: planned.map(({ fileName, moduleIds, code, imports }) => ({
      modules: moduleIds,
      bytes: code.length,
      entries: needs.flatMap((needed, entry) => (needed.has(fileName) ? [entry] : [])),
      imports: imports.flatMap((name) => place.get(name) ?? []),
    })),
  }
}
