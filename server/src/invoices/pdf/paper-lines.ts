import { formatCents, formatMoney, formatPrice, formatQuantity } from '../../platform/documents/document-format.ts'
import { ink, type Pdf } from '../../platform/documents/pdf.ts'
import { PdfTable, type TableColumn } from '../../platform/documents/pdf-table.ts'
import {
  lastFour,
  type PaperLine,
  type Totals,
  taxesIn,
  taxesOf,
  unitTaxesIn,
  unitTaxesOf,
} from '../invoice-paper.rules.ts'
import type { InvoiceWords } from './invoice-words.ts'

type LineColumn = TableColumn & {
  of: (line: PaperLine) => string
  /** Summed in the card's subtotal under this column. */
  sum?: (line: PaperLine) => number
  /** Shares the width that the other columns leave. */
  isFlexible?: true
}

type Columns = { totals: Totals; words: InvoiceWords; pdf: Pdf }
const word = (label: string, width: number, of: (line: PaperLine) => string | null | undefined): LineColumn => ({
  label,
  width,
  isFlexible: true,
  of: (line) => of(line) ?? '',
})
const number = (label: string, width: number, of: LineColumn['of']): LineColumn => ({
  label,
  width,
  align: 'right',
  of,
})
// A column of zeros would hide its few amounts.
const shown = (units: number, format: typeof formatCents, { language }: Pdf) =>
  units === 0 ? '–' : format(units, language)
const provinceColumn = ({ heads }: InvoiceWords): LineColumn => ({
  label: heads.province,
  width: 24,
  of: ({ province }) => province ?? '',
})

/** When, where and by whom something was bought, how much of it, and at which price. */
function purchaseColumns({ totals, words, pdf }: Columns): LineColumn[] {
  const { heads } = words
  const language = pdf.language
  const unitOf = (unit: string | null) => words.units[unit ?? ''] ?? ''
  const longer = totals.has_long_prices ? 8 : 0
  return [
    { label: heads.date, width: 56, of: ({ txn_at }) => (txn_at ?? '').slice(0, 16).replace('T', ' ') },
    { label: heads.auth, width: 61, of: ({ dtl_auth_id }) => dtl_auth_id ?? '' },
    word(heads.driver, 76, ({ driver_name }) => driver_name),
    { label: heads.unit, width: 28, of: ({ vehicle }) => vehicle ?? '' },
    word(heads.site, 84, ({ site_number, site_name }) => [site_number, site_name].filter(Boolean).join(' ')),
    word(heads.city, 50, ({ city }) => city),
    provinceColumn(words),
    word(
      heads.product,
      60,
      ({ product, product_description }) =>
        (product === 'OTH' || product === 'FEE' ? product_description : null) ?? words.products[product],
    ),
    // In the unit of the price, so that a reader can multiply the two.
    number(heads.quantity, 41, ({ price_quantity_milli, price_unit, unit }) =>
      `${formatQuantity(price_quantity_milli, language)} ${unitOf(price_unit ?? unit)}`.trim(),
    ),
    ...(totals.has_retail
      ? [
          number(heads.retail, 28 + longer, ({ retail_e6 }) =>
            retail_e6 === null ? '' : formatPrice(retail_e6, language),
          ),
        ]
      : []),
    number(heads.price, 36 + longer, ({ price_e6 }) => formatPrice(price_e6, language)),
    ...unitTaxesIn(totals).map((name) =>
      number(words.unitTaxNames[name], 27, (line) => shown(unitTaxesOf(line)[name], formatPrice, pdf)),
    ),
  ]
}
/** What a typed amount is for. */
const typedColumns = ({ words }: Columns): LineColumn[] => [
  word(words.description, 200, ({ product_description }) => product_description),
  word(words.heads.product, 60, ({ product }) => words.products[product]),
  provinceColumn(words),
]

/** Only fields found on this document get a column. Text columns share the width that the numbers leave. */
function columnsOf(given: Columns): LineColumn[] {
  const { totals, words, pdf } = given
  const { heads } = words
  const money = (label: string, width: number, cents: (line: PaperLine) => number): LineColumn => ({
    label,
    width,
    align: 'right',
    sum: cents,
    of: (line) => shown(cents(line), formatCents, pdf),
  })
  const columns: LineColumn[] = [
    ...(totals.has_purchases ? purchaseColumns(given) : typedColumns(given)),
    money(heads.pre, 38, ({ pre_cents }) => pre_cents),
    ...taxesIn(totals).map((name) => money(words.taxNames[name], 29, (line) => taxesOf(line)[name])),
    ...(totals.has_discount ? [money(heads.discount, 34, ({ discount_cents }) => discount_cents)] : []),
    money(heads.amount, 42, ({ amount_cents }) => amount_cents),
  ]
  const widthOf = (some: LineColumn[]) => some.reduce((sum, { width }) => sum + width, 0)
  const flexible = columns.filter(({ isFlexible }) => isFlexible)
  const share = (pdf.width - widthOf(columns.filter(({ isFlexible }) => !isFlexible))) / widthOf(flexible)
  return columns.map((column) => (column.isFlexible ? { ...column, width: column.width * share } : column))
}

/** Writes the lines by card as they arrive, with a subtotal after each card. Typed amounts are in one table. */
export class PaperTable {
  readonly #pdf: Pdf
  readonly #words: InvoiceWords
  readonly #columns: readonly LineColumn[]
  readonly #isByCard: boolean
  readonly #table: PdfTable
  #card: string | null | undefined
  #sums: number[] = []
  #rows = 0
  #total = 0

  constructor(pdf: Pdf, totals: Totals, words: InvoiceWords) {
    this.#pdf = pdf
    this.#words = words
    this.#columns = columnsOf({ totals, words, pdf })
    this.#isByCard = totals.has_purchases
    this.#table = new PdfTable(pdf, {
      columns: this.#columns,
      size: 6.4,
      rowHeight: 10.5,
      onContinue: () => this.#title(true),
    })
  }
  /** The sum of the lines written so far. */
  get total(): number {
    return this.#total
  }
  #name(): string {
    return this.#card ? this.#words.card(lastFour(this.#card)) : this.#words.noCard
  }
  #title(isContinued: boolean): void {
    if (!this.#isByCard) return
    const pdf = this.#pdf
    pdf.text(pdf.left, pdf.y + 9, isContinued ? `${this.#name()} (${this.#words.continued})` : this.#name(), {
      size: 8.5,
      face: 'bold',
    })
    pdf.y += 13
  }
  #begin(card: string | null): void {
    this.#card = card
    this.#sums = this.#columns.map(() => 0)
    this.#rows = 0
    // Keep name, headings, one line and the subtotal on the same page.
    this.#pdf.room(60)
    this.#title(false)
    this.#table.heads()
  }
  #end(): void {
    if (!this.#isByCard) {
      this.#pdf.y += 8
      return
    }
    this.#table.keep(1)
    const pdf = this.#pdf
    const label = this.#words.subtotal(this.#name())
    pdf.box(pdf.left, pdf.y, this.#table.width, this.#table.rowHeight, ink.shade)
    pdf.text(pdf.left + 2.5, pdf.y + 7.4, label, { size: 6.4, face: 'bold' })
    this.#table.row(
      this.#columns.map(({ sum }, n) => (sum ? formatCents(this.#sums[n] ?? 0, pdf.language) : '')),
      { face: 'bold' },
    )
    pdf.y += 8
  }

  write(lines: readonly PaperLine[]): void {
    for (const line of lines) {
      if (this.#card === undefined || line.card_number !== this.#card) {
        if (this.#card !== undefined) this.#end()
        this.#begin(line.card_number)
      }
      this.#rows += 1
      this.#total += line.amount_cents
      for (const [n, { sum }] of this.#columns.entries()) if (sum) this.#sums[n] = (this.#sums[n] ?? 0) + sum(line)
      this.#table.row(
        this.#columns.map(({ of }) => of(line)),
        this.#rows % 2 === 0 ? { fill: '#f8f9fb' } : {},
      )
    }
  }
  finish(currency: string): void {
    if (this.#card === undefined) return
    this.#end()
    const pdf = this.#pdf
    pdf.room(24)
    pdf.rule(pdf.left, pdf.right, pdf.y, ink.text, 0.8)
    const total = `${this.#words.total}  ${formatMoney(this.#total, currency, pdf.language)}`
    pdf.text(pdf.left, pdf.y + 14, total, { size: 10, face: 'bold', align: 'right', width: pdf.width - 2.5 })
    pdf.y += 24
  }
}
