import type { InvoiceStatus } from '@portal/contract/invoices/invoice-status.rules.ts'
import type { BrandKey } from '@portal/contract/lookups/brands.ts'
import type { ProductCode } from '@portal/contract/lookups/products.rules.ts'
import type { DocumentLanguage } from '../platform/documents/document-format.ts'

/** The billed customer, as it was when the invoice was created. */
type BillTo = {
  name?: string | null
  company_number?: string | null
  address1?: string | null
  city?: string | null
  state?: string | null
  country?: string | null
  zip_code?: string | null
  tax_no?: string | null
}
/** What the head of every issued document has. */
export type DocumentHead = {
  id: number
  company_id: number
  company_name: string
  brand: BrandKey
  currency: string
  language: DocumentLanguage
  issued_date: string
  updated_at: string
  bill_to: BillTo
  /** The code of the issued document; null on a Draft and on documents issued before documents were stored. */
  document_code: string | null
  /** The provider: as of the moment of issue, or from the billing settings until then. */
  legal_name: string | null
  address: string | null
  gst_hst_number: string | null
  qst_number: string | null
}
export type PaperHead = DocumentHead & {
  invoice_number: string
  status: InvoiceStatus
  due_date: string
  start_date: string
  end_date: string
  due_days: number
  total_cents: number
  paid_cents: number
  due_cents: number
  voided_cents: number | null
  issued_cents: number | null
  sent_at: string | null
  /** Whether the provider's details are those of the moment of issue. */
  has_issuer: boolean
  payment_instructions: string | null
}

const taxNames = ['GST', 'HST', 'PST', 'QST'] as const
export type TaxName = (typeof taxNames)[number]
const unitTaxNames = ['FET', 'PFT', 'PCT', 'Local'] as const
export type UnitTaxName = (typeof unitTaxNames)[number]

/** Sums of stored cents; nothing is calculated from a rate (M4). */
export type Sums = {
  pre_cents: number
  gst_cents: number
  hst_cents: number
  pst_cents: number
  qst_cents: number
  discount_cents: number
  amount_cents: number
}
export const taxesOf = (
  sums: Pick<Sums, 'gst_cents' | 'hst_cents' | 'pst_cents' | 'qst_cents'>,
): Record<TaxName, number> => ({
  GST: sums.gst_cents,
  HST: sums.hst_cents,
  PST: sums.pst_cents,
  QST: sums.qst_cents,
})
export const taxSum = (sums: Pick<Sums, 'gst_cents' | 'hst_cents' | 'pst_cents' | 'qst_cents'>): number =>
  sums.gst_cents + sums.hst_cents + sums.pst_cents + sums.qst_cents

export type ProductTotal = Sums & { product: ProductCode; unit: string | null; quantity_milli: number }
export type ProvinceTotal = Sums & { province: string | null }
/** A sales tax that lines of the invoice were taxed by. */
export type AppliedRate = { province: string | null; tax: TaxName; rate_e5: number }
/** Sums over all lines, and which columns have values. */
export type Totals = Sums & {
  lines: number
  /** False on a credit note of typed amounts, which are of no purchase. */
  has_purchases: boolean
  has_retail: boolean
  /** Whether a price has more than four decimals. */
  has_long_prices: boolean
  has_discount: boolean
  has_fet: boolean
  has_pft: boolean
  has_pct: boolean
  has_local: boolean
  by_product: ProductTotal[]
  by_province: ProvinceTotal[]
  tax_rates: AppliedRate[]
}
export const unitTaxesIn = ({ has_fet, has_pft, has_pct, has_local }: Totals): UnitTaxName[] =>
  unitTaxNames.filter((name) => ({ FET: has_fet, PFT: has_pft, PCT: has_pct, Local: has_local })[name])
export const taxesIn = (totals: Totals): TaxName[] => taxNames.filter((name) => taxesOf(totals)[name] !== 0)

export type PaperLine = Sums & {
  card_number: string | null
  /** Null on a typed amount of a credit note, which is of no purchase. */
  txn_at: string | null
  dtl_auth_id: string | null
  driver_name: string | null
  vehicle: string | null
  site_number: string | null
  site_name: string | null
  city: string | null
  province: string | null
  product: ProductCode
  product_description: string | null
  quantity_milli: number
  unit: string | null
  retail_e6: number | null
  price_e6: number
  price_unit: string | null
  /** The quantity in the unit of the price. */
  price_quantity_milli: number
  fet_e6: number
  pft_e6: number
  pct_e6: number
  local_e6: number
}
export const unitTaxesOf = ({ fet_e6, pft_e6, pct_e6, local_e6 }: PaperLine): Record<UnitTaxName, number> => ({
  FET: fet_e6,
  PFT: pft_e6,
  PCT: pct_e6,
  Local: local_e6,
})

/** Documents never show more of a card number (INV-12). */
export const lastFour = (number: string): string => number.slice(-4)

/** What an issued document is checked by (RECV-12), and the day it was stored if that was later (RECV-4). */
export type Proof = { code: string; address: string; stored_on: string | null }
/** An invoice without its lines, and the ids of its transactions in display order. Only issued ones have a proof. */
export type Paper = { head: PaperHead; totals: Totals; transactions: number[]; proof?: Proof }

/** Issued invoices have a document that no longer changes. A Draft that was made void was never issued. */
export const isIssued = ({ status, sent_at }: { status: string; sent_at: string | null }): boolean =>
  status !== 'DRAFT' && (status !== 'VOID' || sent_at !== null)
/** The total when it was issued; that of a Draft is not final. */
export const issuedCents = ({ issued_cents, total_cents }: Pick<PaperHead, 'issued_cents' | 'total_cents'>): number =>
  issued_cents ?? total_cents

/**
 * The invoice as of its issue: Sent, with nothing paid, and dated by it, so that every drawing has the same bytes
 * (RECV-4). One that was voided before its document was stored has lost its lines and shows what is known.
 */
export function asIssued(
  paper: Paper,
  { code, address, today }: { code: string; address: string; today: string },
): Paper {
  const { head } = paper
  const isVoid = head.status === 'VOID'
  const proof = { code, address, stored_on: isVoid || !head.has_issuer ? today : null }
  const dated = { ...head, updated_at: head.sent_at ?? head.updated_at }
  return isVoid
    ? { ...paper, head: dated, proof }
    : { ...paper, head: { ...dated, status: 'SENT', paid_cents: 0, due_cents: head.total_cents }, proof }
}

/** 'ON: HST 13%. QC: GST 5%, QST 9.975%', so that a reader can check the taxes of a line. */
export function ratesByProvince(
  rates: readonly AppliedRate[],
  words: { taxNames: Readonly<Record<TaxName, string>>; percent: (rate_e5: number) => string; noProvince: string },
): string {
  const provinces = [...new Set(rates.map(({ province }) => province))]
  return provinces
    .map((province) => {
      const own = rates
        .filter((rate) => rate.province === province)
        .toSorted(
          (one, other) => taxNames.indexOf(one.tax) - taxNames.indexOf(other.tax) || one.rate_e5 - other.rate_e5,
        )
      const named = own.map(({ tax, rate_e5 }) => `${words.taxNames[tax]} ${words.percent(rate_e5)}`)
      return `${province ?? words.noProvince} ${named.join(', ')}`
    })
    .join(' · ')
}
