import { usualCode } from '@portal/contract/lookups/product-codes.rules.ts'
import { isFuel, type ProductCode, taxClassOf } from '@portal/contract/lookups/products.rules.ts'
import type { FuelProviderName } from '@portal/contract/lookups/providers.rules.ts'
import { type TaxTable, taxesOn } from '@portal/contract/rates/tax.rules.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'
import type { VolumeUnit } from '@portal/contract/rules/units.ts'
import type { Proposal, ProposalQuery } from '@portal/contract/transactions/manual-transactions.ts'
import { findCompany } from '../../companies/companies.queries.ts'
import { findProviderId } from '../../lookups/fuel-providers.queries.ts'
import type { Context } from '../../platform/http/context.ts'
import { priceOf } from '../../pricing/line-prices.rules.ts'
import { getTaxTable } from '../../rates/tax-rates.queries.ts'
import { findHolder, findSiteId } from './manual-transactions.queries.ts'
import { findCardFacts, findSite, findTerms, listRatesOfDay, type RateOfCode } from './proposals.queries.ts'

type Known = { id: number; name: string } | null
/** Who held the card at that time. Without a time of day, at noon. Without a card, the chosen company. */
async function companyOf(
  { db, actor }: Context,
  { card_number, txn_date, txn_company }: ProposalQuery,
  site: Site | null,
): Promise<Known> {
  if (card_number && txn_date) {
    const at = txn_date.length === 10 ? `${txn_date}T12:00:00` : txn_date
    const holder = await findHolder(db, card_number, at, {
      site_id: site?.id ?? null,
      province: site?.province ?? null,
    })
    if (holder)
      return holder.kind === 'customer' ? { id: Number(holder.company_id), name: holder.company_name ?? '' } : null
  }
  const chosen = txn_company ? await findCompany(db, actor.scope, txn_company) : undefined
  return chosen?.kind === 'customer' ? { id: chosen.id, name: chosen.name } : null
}

async function siteOf({ db }: Context, { provider, dtl_stn_no }: ProposalQuery) {
  if (!provider || !dtl_stn_no) return null
  const id = await findSiteId(db, await findProviderId(db, provider), dtl_stn_no)
  return id === null ? null : findSite(db, id)
}
type Site = NonNullable<Awaited<ReturnType<typeof siteOf>>>

/** A form names no provider's code: the usual code of the product decides, or the only rate that there is. */
function rateOf(rates: readonly RateOfCode[], provider: FuelProviderName, product: ProductCode): RateOfCode | null {
  const own = rates.filter((rate) => rate.product === product)
  const usual = own.find(({ code }) => code === usualCode(provider, product))
  return usual ?? (new Set(own.map(({ id }) => id)).size === 1 ? own[0] : undefined) ?? null
}

type Asked = { provider: FuelProviderName; day: string; currency: Currency; site: Site; province: string }
type Terms = Awaited<ReturnType<typeof findTerms>>
/** The price that an import would bill for the product. Null without a rate. */
function priceFor(
  product: ProductCode,
  { provider, day, currency, site, province }: Asked,
  rate: RateOfCode,
  terms: Terms,
  table: TaxTable,
): Proposal['prices'][number] | null {
  const line = {
    line_id: 0,
    product,
    province,
    region: site.tax_region,
    currency,
    unit: rate.unit,
    quantity_milli: 1000,
    file_price_e6: 0,
    file_amount_cents: 0,
    retail_e6: null,
    evidence: null,
    day,
    known_province: site.province,
    rate_id: rate.id,
    rate_day: rate.day,
    rate_price_e4: rate.price_e4,
    rate_unit: rate.unit,
    rate_currency: rate.currency,
    rate_retail_e4: rate.retail_e4,
    markup_id: terms.markup_id,
    markup_value_e4: terms.markup_value_e4,
    markup_unit: terms.unit as VolumeUnit,
    markup_currency: terms.currency as Currency,
    cap_at_retail: terms.is_capped_at_retail ?? false,
  }
  const priced = priceOf(provider, line, table)
  if (priced.rate_price_e4 === null || priced.price_unit === null) return null
  const { sales } = taxesOn(table, { date: day, province, region: site.tax_region, product_class: taxClassOf(product) })
  return {
    dtl_prd_cd: product,
    dtl_net_price: fromUnits(priced.price_e6, 'linePrice'),
    dtl_price_uom: priced.price_unit,
    retailPrice: rate.retail_e4 ? fromUnits(rate.retail_e4, 'price') : null,
    rate_date: rate.day,
    has_markup: priced.markup_id !== null,
    sales_taxes: sales.map(({ tax, rate_e5 }) => ({ tax, rate: fromUnits(rate_e5, 'percent') })),
  }
}

/** What is known of a purchase from what is typed so far (TXN-25). */
export async function proposePurchase(context: Context, query: ProposalQuery): Promise<Proposal> {
  const { db } = context
  const card = query.card_number ? await findCardFacts(db, query.card_number) : undefined
  const site = await siteOf(context, query)
  const company = await companyOf(context, query, site)
  return {
    company,
    driver_name: card?.driver_name || null,
    vehicle: card?.vehicle_assigned_to_card || null,
    location: site ? [site.name, site.city].filter(Boolean).join(', ') || null : null,
    dtl_stn_prv: site?.province ?? null,
    region: site?.tax_region ?? null,
    prices: await pricesFor(context, query, company, site),
  }
}

async function pricesFor(
  { db }: Context,
  { provider, txn_date, currency = 'CAD', products = [] }: ProposalQuery,
  company: Known,
  site: Site | null,
): Promise<Proposal['prices']> {
  const fuels = [...new Set(products)].filter(isFuel)
  if (!provider || !txn_date || !site?.province || !company || fuels.length === 0) return []
  const asked = { provider, day: txn_date.slice(0, 10), currency, site, province: site.province }
  const [rates, terms, table] = [
    await listRatesOfDay(db, site.id, asked.day),
    await findTerms(db, provider, company.id, asked.day),
    await getTaxTable(db),
  ]
  return fuels.flatMap((product) => {
    const rate = rateOf(rates, provider, product)
    const price = rate ? priceFor(product, asked, rate, terms, table) : null
    return price ? [price] : []
  })
}
