import type { CurrencyStatement, Statement, StatementKind } from '@portal/contract/accounts.ts'
import type { BrandKey } from '@portal/contract/brands.ts'
import { toUnits } from '@portal/contract/rules/money.ts'
import { type DocumentLanguage, formatCents } from '../platform/document-format.ts'
import { ink, Pdf } from '../platform/pdf.ts'
import { drawLetterhead, drawRunningHead } from '../platform/pdf-letterhead.ts'
import { PdfTable } from '../platform/pdf-table.ts'

/** Who writes to whom, and in which language. */
export type StatementHead = {
  brand: BrandKey
  language: DocumentLanguage
  from: { name: string; address: string; payment_instructions: string }
  to: { name: string; lines: readonly string[] }
}

type Words = Record<
  StatementKind | 'title' | 'date' | 'what' | 'reference' | 'amount' | 'balance' | 'opening' | 'closing' | 'invoiced' | 'paid',
  string
> & {
  until: string
}
const words: Record<DocumentLanguage, Words> = {
  en: {
    ...{ title: 'Statement of account', until: 'to', date: 'Date', what: 'What', reference: 'Reference', amount: 'Amount', balance: 'Balance' },
    ...{ opening: 'Opening balance', closing: 'Closing balance', invoiced: 'Invoiced', paid: 'Paid' },
    ...{ invoice: 'Invoice', payment: 'Payment', reversal: 'Payment reversed', void: 'Void' },
  },
  fr: {
    ...{ title: 'Relevé de compte', until: 'au', date: 'Date', what: 'Objet', reference: 'Référence', amount: 'Montant', balance: 'Solde' },
    ...{ opening: 'Solde d’ouverture', closing: 'Solde de clôture', invoiced: 'Facturé', paid: 'Payé' },
    ...{ invoice: 'Facture', payment: 'Paiement', reversal: 'Paiement contre-passé', void: 'Annulée' },
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

function drawCurrency(pdf: Pdf, statement: CurrencyStatement, { from, to }: Statement): void {
  const word = words[pdf.language]
  const money = (value: number) => formatCents(toUnits(value, 'money'), pdf.language)
  const heading = () => {
    pdf.text(pdf.left, pdf.y + 11, statement.currency, { size: 11, face: 'bold' })
    pdf.y += 20
  }
  const table = new PdfTable(pdf, { columns: columnsOf(word), size: 8.5, rowHeight: 16, onContinue: heading })
  // The heading stands with its first rows, never alone at the foot of a page.
  pdf.room(100)
  heading()
  table.heads()
  table.row([from, word.opening, '', '', money(statement.opening)], edge)
  for (const { date, kind, invoice_number, reference, amount, balance } of statement.lines)
    table.row([date, `${word[kind]} ${invoice_number}`, reference ?? '', money(amount), money(balance)], { hasRule: true })
  table.row([to, word.closing, '', '', money(statement.closing)], edge)
  const sums = `${word.invoiced} ${money(statement.invoiced)} · ${word.paid} ${money(statement.paid)}`
  pdf.text(pdf.left, pdf.y + 13, sums, { color: ink.muted, align: 'right', width: pdf.width })
  pdf.y += 34
}

/** The statement on paper: whose it is, and per currency what the account opened with, what happened, and what it closed with. */
export function drawStatement(statement: Statement, { brand, language, from, to }: StatementHead, createdAt: Date): Pdf {
  const word = words[language]
  const letterhead = { brand, title: word.title, number: `${statement.from} ${word.until} ${statement.to}` }
  const head = (page: Pdf) => drawRunningHead(page, letterhead)
  const pdf = new Pdf({ title: `${word.title} ${to.name}`, author: from.name, language, createdAt, layout: 'portrait', foot: from.name, head })
  const top = drawLetterhead(pdf, letterhead) + 6
  const half = pdf.width / 2 - 10
  let left = pdf.paragraph(pdf.left, top, half, to.name, { size: 10, face: 'bold' })
  for (const line of to.lines) left = pdf.paragraph(pdf.left, left, half, line, { size: 9 })
  const beside = pdf.left + pdf.width / 2 + 10
  let right = pdf.paragraph(beside, top, half, from.name, { size: 9, face: 'bold', color: ink.muted })
  for (const line of from.address.split('\n')) right = pdf.paragraph(beside, right, half, line, { size: 9, color: ink.muted })
  pdf.y = Math.max(left, right) + 12
  for (const one of statement.statements) drawCurrency(pdf, one, statement)
  if (from.payment_instructions) {
    pdf.room(60)
    pdf.y = pdf.paragraph(pdf.left, pdf.y + 8, pdf.width, from.payment_instructions, { size: 8.5 })
  }
  pdf.end()
  return pdf
}
