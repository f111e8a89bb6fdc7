import type { BenchSite, Server } from './site.ts'
import type { Row } from './table.ts'

/** What a figure measures with. */
export type Bench = {
  scale: number
  isLong: boolean
  site: BenchSite
  /** The bare server on the same data. */
  bare: Server
  /** A folder for what a figure needs of its own. */
  scratch: string
  /** A line for the page of results, under the figure's name. */
  note(line: string): void
  /** Opens another site on a copy of kept data of this scale, or of none; the caller stops it. */
  openCopy(scale: number): Promise<BenchSite>
}
/** What is measured together because it shares its preparation: one or a few rows of the table. */
export type Figure = {
  name: string
  measure(bench: Bench): Promise<Row[]>
}
