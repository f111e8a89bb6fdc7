import type { Readable } from 'node:stream'
import { packetNumber } from '@portal/contract/claims/claims.ts'
import { english } from '@portal/contract/english.ts'
import { type BrandKey, brands } from '@portal/contract/lookups/brands.ts'
import { message } from '@portal/contract/message.ts'
import { toUnits } from '@portal/contract/rules/money.ts'
import { formatCents, formatMoney, formatPrice, formatQuantity } from '../platform/documents/document-format.ts'
import { ink, Pdf } from '../platform/documents/pdf.ts'
import { drawLetterhead, drawRunningHead } from '../platform/documents/pdf-letterhead.ts'
import { PdfTable } from '../platform/documents/pdf-table.ts'
import { byteOrderMark, csvLine } from '../platform/sheets/csv.ts'
import type { PacketLine, SentPacket } from './claims.columns.ts'

/** The columns of a packet for the provider, without our customer. */
const csvColumns: Record<string, (claim: PacketLine) => unknown> = {
  'Auth code': ({ authentication_id }) => authentication_id,
  'Date and time': ({ txn_date }) => txn_date.replace('T', ' '),
  Site: ({ site }) => site,
  Product: ({ product }) => product,
  Claim: ({ kind_words }) => kind_words,
  Taxes: ({ taxes }) => taxes,
  Quantity: ({ quantity }) => quantity,
  Unit: ({ unit }) => unit,
  Charged: ({ charged }) => charged,
  Published: ({ published }) => published,
  'Claimed before sales tax': ({ amount }) => amount,
  'Sales tax on it': ({ tax }) => tax,
  Claimed: ({ total }) => total,
  Currency: ({ currency }) => currency,
}
export const packetCsv = (claims: readonly PacketLine[]): string =>
  byteOrderMark +
  csvLine(Object.keys(csvColumns)) +
  claims.map((claim) => csvLine(Object.values(csvColumns).map((cell) => cell(claim)))).join('')

const columns = [
  { label: 'Date', width: 62 },
  { label: 'Auth code', width: 92 },
  { label: 'Site', width: 150 },
  { label: 'Product', width: 40 },
  { label: 'Claim', width: 78 },
  { label: 'Quantity', width: 66, align: 'right' as const },
  { label: 'Charged', width: 56, align: 'right' as const },
  { label: 'Published', width: 56, align: 'right' as const },
  { label: 'Claimed', width: 52, align: 'right' as const },
  { label: 'Sales tax', width: 40, align: 'right' as const },
  { label: 'Total', width: 40, align: 'right' as const },
]
const cents = (amount: number) => formatCents(toUnits(amount, 'money'), 'en')
const figure = ({ kind }: PacketLine, value: number) =>
  kind === 'price' ? formatPrice(toUnits(value, 'linePrice'), 'en') : cents(value)
const rowOf = (claim: PacketLine): string[] => [
  claim.txn_date.slice(0, 10),
  claim.authentication_id,
  claim.site ?? '',
  claim.product,
  claim.kind === 'price' ? 'Price' : `Tax ${claim.taxes ?? ''}`,
  `${formatQuantity(toUnits(claim.quantity, 'quantity'), 'en')} ${claim.unit ?? ''}`.trim(),
  figure(claim, claim.charged),
  figure(claim, claim.published),
  cents(claim.amount),
  cents(claim.tax),
  cents(claim.total),
]

type Packet = Pick<SentPacket, 'provider' | 'sender'> & { id: number; currency: string; sent_at: string }
const sumOf = (claims: readonly PacketLine[], amount: (claim: PacketLine) => number): number =>
  claims.reduce((sum, claim) => sum + toUnits(amount(claim), 'money'), 0)
const linesPerTurn = 20
async function drawClaims(pdf: Pdf, claims: readonly PacketLine[]): Promise<void> {
  const table = new PdfTable(pdf, { columns, size: 7.5, rowHeight: 14 })
  table.heads()
  for (const [index, claim] of claims.entries()) {
    table.row(rowOf(claim), { hasRule: true })
    if (index % linesPerTurn === linesPerTurn - 1) await pdf.settle()
  }
  const sums = [({ amount }: PacketLine) => amount, ({ tax }: PacketLine) => tax, ({ total }: PacketLine) => total]
  const blank = columns.slice(1, -sums.length).map(() => '')
  table.row(['Total', ...blank, ...sums.map((one) => formatCents(sumOf(claims, one), 'en'))], {
    face: 'bold',
    fill: ink.shade,
  })
}

/** The packet for the provider: what was charged and published, line by line, and the sum that is claimed (COST-4). */
export function printPacket(
  { id, provider, currency, sent_at, sender }: Packet,
  claims: readonly PacketLine[],
): Readable {
  const brand = sender.brand as BrandKey
  const from = sender.legal_name || brands[brand].name
  const letterhead = { brand, title: 'Claim', number: packetNumber(id) }
  const pdf = new Pdf({
    title: `Claim ${packetNumber(id)}`,
    author: from,
    language: 'en',
    createdAt: new Date(sent_at),
    foot: from,
    head: (page) => drawRunningHead(page, letterhead),
  })
  let at = drawLetterhead(pdf, letterhead) + 6
  at = pdf.paragraph(pdf.left, at, pdf.width, `To: ${provider}`, { size: 10, face: 'bold' })
  const address = [from, ...(sender.address ?? '').split('\n')].filter(Boolean).join(', ')
  for (const line of [`From: ${address}`, `Date: ${sent_at.slice(0, 10)}`])
    at = pdf.paragraph(pdf.left, at, pdf.width, line, { size: 9, color: ink.muted })
  const total = formatMoney(
    sumOf(claims, (claim) => claim.total),
    currency,
    'en',
  )
  const words = english(
    claims.length === 1
      ? message('claim.packet-one', { total })
      : message('claim.packet', { count: claims.length, total }),
  )
  pdf.y = pdf.paragraph(pdf.left, at + 6, pdf.width, words, { size: 9 }) + 10
  return pdf.streamWhile(drawClaims(pdf, claims))
}
