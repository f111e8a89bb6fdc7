import type { Readable } from 'node:stream'
import {
  type Account,
  type AgingKey,
  agingKeys,
  agingWords,
  type CurrencyStatement,
  type Statement,
  type StatementKind,
} from '@portal/contract/accounts/accounts.ts'
import type { BrandKey } from '@portal/contract/lookups/brands.ts'
import { toUnits } from '@portal/contract/rules/money.ts'
import { type DocumentLanguage, formatCents } from '../platform/documents/document-format.ts'
import { ink, Pdf } from '../platform/documents/pdf.ts'
import { drawLetterhead, drawRunningHead } from '../platform/documents/pdf-letterhead.ts'
import { PdfTable } from '../platform/documents/pdf-table.ts'

/** Sender, recipient and language. */
export type StatementHead = {
  brand: BrandKey
  language: DocumentLanguage
  from: { name: string; address: string; payment_instructions: string }
  to: { name: string; lines: readonly string[] }
}

/** Unpaid amounts by days past due on the closing day. */
export type StatementAging = Pick<Account, 'as_of' | 'balances'>

type Words = Record<
  | StatementKind
  | AgingKey
  | (
      | 'title'
      | 'until'
      | 'date'
      | 'what'
      | 'reference'
      | 'amount'
      | 'balance'
      | 'opening'
      | 'closing'
      | 'invoiced'
      | 'credited'
      | 'written_off'
      | 'paid'
    )
  | ('currency' | 'unpaid' | 'aged'),
  string
>
const words: Record<DocumentLanguage, Words> = {
  en: {
    title: 'Statement of account',
    until: 'to',
    date: 'Date',
    what: 'Description',
    reference: 'Reference',
    amount: 'Amount',
    balance: 'Balance',
    opening: 'Opening balance',
    closing: 'Closing balance',
    invoiced: 'Invoiced',
    paid: 'Paid',
    invoice: 'Invoice',
    payment: 'Payment',
    reversal: 'Payment reversed',
    correction: 'Payment corrected',
    credit_note: 'Credit note',
    write_off: 'Write-off',
    write_off_reversal: 'Write-off reversed',
    refund: 'Refund',
    refund_reversal: 'Refund reversed',
    credited: 'Credited',
    written_off: 'Written off',
    ...agingWords,
    currency: 'Currency',
    unpaid: 'Unpaid',
    aged: 'Unpaid by days past due, as of',
  },
  fr: {
    title: 'Relevé de compte',
    until: 'au',
    date: 'Date',
    what: 'Description',
    reference: 'Référence',
    amount: 'Montant',
    balance: 'Solde',
    opening: 'Solde d’ouverture',
    closing: 'Solde de clôture',
    invoiced: 'Facturé',
    paid: 'Payé',
    invoice: 'Facture',
    payment: 'Paiement',
    reversal: 'Paiement contre-passé',
    correction: 'Paiement corrigé',
    credit_note: 'Note de crédit',
    write_off: 'Radiation',
    write_off_reversal: 'Radiation contre-passée',
    refund: 'Remboursement',
    refund_reversal: 'Remboursement contre-passé',
    credited: 'Crédité',
    written_off: 'Radié',
    current: 'Pas encore échu',
    days_1_30: '1 à 30 jours',
    days_31_60: '31 à 60 jours',
    days_61_90: '61 à 90 jours',
    days_91: '91 jours et plus',
    currency: 'Devise',
    unpaid: 'Impayé',
    aged: 'Impayé par jours de retard, au',
  },
}

const columnsOf = (word: Words) => [
  { label: word.date, width: 66 },
  { label: word.what, width: 180 },
  { label: word.reference, width: 146 },
  { label: word.amount, width: 78, align: 'right' as const },
  { label: word.balance, width: 82, align: 'right' as const },
]
const edge = { face: 'bold', fill: ink.shade } as const

/** Lines written before yielding the processor to other requests. */
const linesPerTurn = 20

async function drawCurrency(pdf: Pdf, statement: CurrencyStatement, { from, to }: Statement): Promise<void> {
  const word = words[pdf.language]
  const money = (value: number) => formatCents(toUnits(value, 'money'), pdf.language)
  const heading = () => {
    pdf.text(pdf.left, pdf.y + 11, statement.currency, { size: 11, face: 'bold' })
    pdf.y += 20
  }
  const table = new PdfTable(pdf, { columns: columnsOf(word), size: 8.5, rowHeight: 16, onContinue: heading })
  // Keep the heading on the same page as its first rows.
  pdf.room(100)
  heading()
  table.heads()
  table.row([from, word.opening, '', '', money(statement.opening)], edge)
  for (const [index, { date, kind, document, reference, amount, balance }] of statement.lines.entries()) {
    table.row([date, `${word[kind]} ${document}`.trim(), reference ?? '', money(amount), money(balance)], {
      hasRule: true,
    })
    if (index % linesPerTurn === linesPerTurn - 1) await pdf.settle()
  }
  table.row([to, word.closing, '', '', money(statement.closing)], edge)
  const sums = (['invoiced', 'credited', 'written_off', 'paid'] as const)
    .filter((key) => key === 'invoiced' || key === 'paid' || statement[key] !== 0)
    .map((key) => `${word[key]} ${money(statement[key])}`)
    .join(' · ')
  pdf.text(pdf.left, pdf.y + 13, sums, { color: ink.muted, align: 'right', width: pdf.width })
  pdf.y += 34
}

/** One row per currency (M10). Shows its own date because the period may be in the past. */
function drawAging(pdf: Pdf, { as_of, balances }: StatementAging): void {
  const word = words[pdf.language]
  const money = (value: number) => formatCents(toUnits(value, 'money'), pdf.language)
  const columns = [
    { label: word.currency, width: 52 },
    ...agingKeys.map((key) => ({ label: word[key], width: 83, align: 'right' as const })),
    { label: word.unpaid, width: 85, align: 'right' as const },
  ]
  const table = new PdfTable(pdf, { columns, size: 8.5, rowHeight: 16 })
  pdf.room(44 + balances.length * table.rowHeight)
  pdf.text(pdf.left, pdf.y + 11, `${word.aged} ${as_of}`, { size: 9, face: 'bold' })
  pdf.y += 20
  table.heads()
  for (const balance of balances)
    table.row([balance.currency, ...agingKeys.map((key) => money(balance[key])), money(balance.unpaid)], {
      hasRule: true,
    })
  pdf.y += 18
}

async function drawAccount(
  pdf: Pdf,
  statement: Statement,
  aging: StatementAging,
  { payment_instructions }: StatementHead['from'],
): Promise<void> {
  for (const one of statement.statements) await drawCurrency(pdf, one, statement)
  drawAging(pdf, aging)
  if (payment_instructions) {
    pdf.room(60)
    pdf.y = pdf.paragraph(pdf.left, pdf.y + 8, pdf.width, payment_instructions, { size: 8.5 })
  }
}

/**
 * The statement as PDF: sender and recipient, then opening balance, entries and closing balance per currency, then
 * aging.
 */
export function printStatement(
  statement: Statement,
  aging: StatementAging,
  { brand, language, from, to }: StatementHead,
  createdAt: Date,
): Readable {
  const word = words[language]
  const letterhead = { brand, title: word.title, number: `${statement.from} ${word.until} ${statement.to}` }
  const head = (page: Pdf) => drawRunningHead(page, letterhead)
  const pdf = new Pdf({
    title: `${word.title} ${to.name}`,
    author: from.name,
    language,
    createdAt,
    layout: 'portrait',
    foot: from.name,
    head,
  })
  const top = drawLetterhead(pdf, letterhead) + 6
  const half = pdf.width / 2 - 10
  let left = pdf.paragraph(pdf.left, top, half, to.name, { size: 10, face: 'bold' })
  for (const line of to.lines) left = pdf.paragraph(pdf.left, left, half, line, { size: 9 })
  const beside = pdf.left + pdf.width / 2 + 10
  let right = pdf.paragraph(beside, top, half, from.name, { size: 9, face: 'bold', color: ink.muted })
  for (const line of from.address.split('\n'))
    right = pdf.paragraph(beside, right, half, line, { size: 9, color: ink.muted })
  pdf.y = Math.max(left, right) + 12
  return pdf.streamWhile(drawAccount(pdf, statement, aging, from))
}
