/** One line of the table: what was wanted and what was measured. `met` is null where this form cannot say. */
export type Row = { figure: string; wanted: string; ours: string; ratio?: string; met: boolean | null }
/** What a run stood on. */
export type Setting = { title: string; value: string }
export type Notes = { name: string; lines: readonly string[] }

const cell = (text: string): string => text.replaceAll('|', '\\|')
const metWords = new Map<boolean | null, string>([
  [true, 'yes'],
  [false, '**no**'],
  [null, 'long form only'],
])
export const heads = '| figure | wanted | ours | ratio | met |\n|---|---|---|---|---|'
export const rowText = ({ figure, wanted, ours, ratio = '', met }: Row): string =>
  `| ${[figure, wanted, ours, ratio].map(cell).join(' | ')} | ${metWords.get(met)} |`

/** The page of results: what the run stood on, the table, and what each figure noted. */
export function resultsPage(rows: readonly Row[], settings: readonly Setting[], notes: readonly Notes[]): string {
  const missed = rows.filter(({ met }) => met === false).length
  const noted = notes.filter(({ lines }) => lines.length > 0)
  return [
    '# Results of `npm run bench`',
    '',
    'Written by the run. What each figure means and how it is measured: [README.md](README.md).',
    '',
    '| | |\n|---|---|',
    ...settings.map(({ title, value }) => `| ${cell(title)} | ${cell(value)} |`),
    '',
    missed === 0 ? 'Every row is met.' : `${missed} of ${rows.length} rows are not met.`,
    '',
    heads,
    ...rows.map(rowText),
    ...noted.flatMap(({ name, lines }) => ['', `## ${name}`, '', ...lines]),
    '',
  ].join('\n')
}
