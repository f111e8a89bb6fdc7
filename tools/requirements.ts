// `npm run requirements` compares docs/requirements.md with the numbers that tests cite. `-- --write` updates stale
// marks.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { projectFiles, root, type SourceFile } from './source-files.ts'

const marks = ['not built yet', 'in part'] as const
type Mark = (typeof marks)[number]
export type Requirement = { id: string; area: string; number: number; mark: Mark | null }

const path = join(root, 'docs/requirements.md')
const line = /^- \*\*([A-Z]+)-(\d+)\*\* (.+)$/
const markOf = (text: string): Mark | null => marks.find((mark) => text.endsWith(` · ${mark}`)) ?? null

export function readRequirements(text: string): Requirement[] {
  return text.split('\n').flatMap((row) => {
    const [, area, number, words] = line.exec(row) ?? []
    return area && number && words
      ? [{ id: `${area}-${number}`, area, number: Number(number), mark: markOf(words) }]
      : []
  })
}

const isTest = ({ path }: SourceFile): boolean => /\.test\.tsx?$/.test(path)
const quoted = /(['"`])(?:(?!\1).)*/g
/** The numbers in quoted strings of test files, such as test titles, but not in comments. */
export function citedNumbers(files: readonly SourceFile[]): Map<string, string> {
  const cited = new Map<string, string>()
  for (const file of files.filter(isTest))
    for (const row of file.text.split('\n').filter((text) => !/^\s*(\/\/|\*|\/\*)/.test(text)))
      for (const [text] of row.matchAll(quoted))
        for (const [id] of text.matchAll(/\b[A-Z]+-[1-9]\d?\b/g)) if (!cited.has(id)) cited.set(id, file.path)
  return cited
}

/** A sentence for each mismatch. */
export function findMismatches(requirements: readonly Requirement[], cited: ReadonlyMap<string, string>): string[] {
  const known = new Set(requirements.map(({ id }) => id))
  const areas = new Set(requirements.map(({ area }) => area))
  const last = new Map<string, number>()
  const order = requirements.flatMap(({ id, area, number }) => {
    const expected = (last.get(area) ?? 0) + 1
    last.set(area, number)
    return number === expected ? [] : [`${id} is where ${area}-${expected} should be.`]
  })
  const faults = requirements.flatMap(({ id, mark }) => {
    const test = cited.get(id)
    if (mark === 'not built yet')
      return test
        ? [`${id} is marked 'not built yet' but ${test} cites it. Mark it 'in part', or remove the mark.`]
        : []
    return test
      ? []
      : [`No test cites ${id}${mark ? `, which is marked '${mark}'` : ''}. Write one, or mark it 'not built yet'.`]
  })
  const unknown = [...cited].filter(([id]) => areas.has(id.split('-')[0] as string) && !known.has(id))
  return [
    ...order,
    ...faults,
    ...unknown.map(([id, path]) => `${path} cites ${id}, which is not in docs/requirements.md.`),
  ]
}

/** The page with each stale 'not built yet' changed to 'in part'. */
export const withUpdatedMarks = (text: string, cited: ReadonlyMap<string, string>): string =>
  text
    .split('\n')
    .map((row) => {
      const [, area, number] = line.exec(row) ?? []
      return cited.has(`${area}-${number}`) ? row.replace(/ · not built yet$/, ' · in part') : row
    })
    .join('\n')

export function compare(): { requirements: Requirement[]; faults: string[] } {
  const requirements = readRequirements(readFileSync(path, 'utf8'))
  return { requirements, faults: findMismatches(requirements, citedNumbers(projectFiles())) }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes('--write'))
    writeFileSync(path, withUpdatedMarks(readFileSync(path, 'utf8'), citedNumbers(projectFiles())))
  const { requirements, faults } = compare()
  const count = (mark: Mark | null) => requirements.filter((one) => one.mark === mark).length
  console.log(
    `${requirements.length} requirements: ${count(null)} built, ${count('in part')} in part, ${count('not built yet')} not built yet.`,
  )
  for (const fault of faults) console.error(fault)
  process.exitCode = faults.length > 0 ? 1 : 0
}
