import { type Ink, ink, type Pdf } from './pdf.ts'
import { wrapText } from './pdf-text.ts'

export type TableColumn = { label: string; width: number; align?: 'left' | 'right' }
export type TableOptions = {
  columns: readonly TableColumn[]
  x?: number
  size?: number
  rowHeight?: number
  /** Drawn above the column heads when the table continues on another page; it moves `y`. */
  onContinue?: (pdf: Pdf) => void
}
const gap = 5

/** Rows of equal height under column heads, which repeat on each page. */
export class PdfTable {
  readonly #pdf: Pdf
  readonly #options: Required<Pick<TableOptions, 'columns' | 'x' | 'size' | 'rowHeight'>> &
    Pick<TableOptions, 'onContinue'>
  readonly width: number
  constructor(pdf: Pdf, { columns, x = pdf.left, size = 7, rowHeight = 11, ...more }: TableOptions) {
    this.#pdf = pdf
    this.#options = { columns, x, size, rowHeight, ...more }
    this.width = columns.reduce((sum, column) => sum + column.width, 0)
  }
  get rowHeight(): number {
    return this.#options.rowHeight
  }

  /** A label that does not fit takes further lines; the last ones stand on the rule. */
  heads(): void {
    const { columns, x, size, rowHeight } = this.#options
    const pdf = this.#pdf
    const style = { face: 'bold', color: ink.muted, size: size - 0.5 } as const
    const labels = columns.map(({ label, width }) => wrapText(label, width - gap, style.face, style.size))
    const lines = Math.max(...labels.map(({ length }) => length))
    for (let line = lines; line > 0; line--) {
      this.#cells(
        labels.map((label) => label.at(-line) ?? ''),
        style,
      )
      pdf.y += line > 1 ? style.size * 1.25 : rowHeight
    }
    pdf.rule(x, x + this.width, pdf.y, ink.muted, 0.7)
    pdf.y += 1
  }
  /** Makes room for this many rows and the heads, so that no heading stands alone at the foot of a page. */
  keep(rows: number): boolean {
    if (!this.#pdf.room(rows * this.rowHeight)) return false
    this.#options.onContinue?.(this.#pdf)
    this.heads()
    return true
  }
  row(cells: readonly string[], style: Ink & { fill?: string; hasRule?: boolean } = {}): void {
    this.keep(1)
    const { x, rowHeight } = this.#options
    const pdf = this.#pdf
    if (style.fill) pdf.box(x, pdf.y, this.width, rowHeight, style.fill)
    this.#cells(cells, style)
    pdf.y += rowHeight
    if (style.hasRule) pdf.rule(x, x + this.width, pdf.y, ink.line, 0.4)
  }
  #cells(cells: readonly string[], style: Ink): void {
    const { columns, x, size, rowHeight } = this.#options
    const base = this.#pdf.y + rowHeight / 2 + (style.size ?? size) * 0.34
    let at = x
    for (const [n, { width, align = 'left' }] of columns.entries()) {
      const text = cells[n] ?? ''
      if (text !== '') this.#pdf.text(at + gap / 2, base, text, { size, ...style, align, width: width - gap })
      at += width
    }
  }
}
