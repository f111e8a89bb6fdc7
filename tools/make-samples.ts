import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { RateProvider } from '@portal/contract/lookups/providers.rules.ts'
import { roundedRatio } from '@portal/contract/rules/exact.ts'
import { demoRateSites } from '../server/src/demo/demo-rates.queries.ts'
import { makeWholeXlsx } from '../server/src/testing/files/workbooks.ts'
import { essoHeader } from '../server/src/testing/rows/rate-rows.ts'

/**
 * Writes sample rate files that import without changes to samples/. The bytes are the same on every machine, so that
 * only deliberate changes show up in a diff.
 */
const folder = fileURLToPath(new URL('../samples/', import.meta.url))
const day = '2026-11-16'
const weekend = { from: '2026-11-14', to: '2026-11-16' }

type Cell = string | number | null

/** GST or HST, then PST or QST, in hundred-thousandths. Good enough for samples; billing uses the tax rates. */
const salesTaxes: Readonly<Record<string, readonly [number, number]>> = {
  ON: [13_000, 0],
  NB: [15_000, 0],
  NS: [14_000, 0],
  QC: [5_000, 9_975],
}
const taxesOf = (province: string, price_e4: number): [number, number] => {
  const [first, second] = salesTaxes[province] ?? [5_000, 0]
  return [roundedRatio([price_e4, first], [100_000]), roundedRatio([price_e4, second], [100_000])]
}
const dollars = (units_e4: number) => units_e4 / 10_000
const cents = (units_e4: number) => units_e4 / 100

/** Each provider's grades, by how much they differ from its diesel or reefer fuel. */
const grades: Readonly<Record<RateProvider, readonly { code: string; like: 'D1' | 'RF'; more_e4: number }[]>> = {
  'TA-Petro': [
    { code: 'DIESEL ULTRA LOW SULFUR', like: 'D1', more_e4: 0 },
    { code: 'DIESEL BIO ULTRA LS 20%', like: 'D1', more_e4: 1_150 },
    { code: 'REEFER', like: 'RF', more_e4: 0 },
  ],
  Pipeline: [
    { code: '020', like: 'D1', more_e4: 0 },
    { code: '033', like: 'RF', more_e4: 0 },
  ],
  Esso: [
    { code: 'DSL EFF LS', like: 'D1', more_e4: 0 },
    { code: 'REG', like: 'D1', more_e4: -1_200 },
    { code: 'SUP', like: 'D1', more_e4: 1_700 },
    { code: 'REEFER', like: 'RF', more_e4: 0 },
  ],
}
/** In ten-thousandths, near the demo's rates, so that a sample over the demo warns of no leap. */
const base_e4: Readonly<Record<RateProvider, Readonly<Record<'D1' | 'RF', number>>>> = {
  'TA-Petro': { D1: 35_600, RF: 34_800 },
  Pipeline: { D1: 13_500, RF: 13_200 },
  Esso: { D1: 13_600, RF: 13_300 },
}
/** What taxes add to a litre of diesel, roughly; reefer fuel is free of them. */
const taxes_e4: Readonly<Record<string, number>> = {
  BC: 2000,
  SK: 1500,
  MB: 1200,
  ON: 900,
  QC: 2000,
  NB: 1500,
  NS: 1600,
}
/** The price at a provider's n-th site. */
function samplePrice(provider: RateProvider, n: number, product: 'D1' | 'RF', province: string): number {
  const at = Math.round(Date.parse(day) / 86_400_000)
  const wave = 0.012 * Math.sin((at + 3 * n) / 13) + 0.008 * Math.sin(1.7 * at + n)
  return Math.round(base_e4[provider][product] * (1 + wave) + (product === 'D1' ? (taxes_e4[province] ?? 0) : 0))
}
function pricesOf(provider: RateProvider) {
  const sites = demoRateSites.filter((site) => site.provider === provider)
  return sites.flatMap((site, n) =>
    grades[provider].map(({ code, like, more_e4 }) => ({
      ...site,
      code,
      price_e4: samplePrice(provider, n, like, site.province) + more_e4,
    })),
  )
}

const rateFiles: Readonly<Record<RateProvider, () => Cell[][]>> = {
  'TA-Petro': () => [
    ['TA-Petro customer prices'],
    ['Effective Date: 11/16/2026'],
    [],
    ['Location #', 'Travel Center', 'ST', 'Merchant ID', 'City', 'Product', 'Retail', 'Your Actual Price', 'Savings'],
    ...pricesOf('TA-Petro').map(({ number, name, province, city, code, price_e4 }, n) => {
      const savings_e4 = 2_500 + 50 * (n % 4)
      return [
        number,
        name,
        province,
        `M${number}`,
        city,
        code,
        dollars(price_e4 + savings_e4),
        dollars(price_e4),
        dollars(savings_e4),
      ]
    }),
  ],
  Pipeline: () => [
    ['Pipeline cardlock price list'],
    [
      'Effective Date',
      'Site #',
      'Name',
      'Location',
      'Prov.',
      'Product',
      'Price Excl. GST/HST',
      'GST/HST',
      'PST',
      'Total',
      'Retail',
    ],
    ...pricesOf('Pipeline').map(({ number, name, city, province, code, price_e4 }) => {
      const [gst, pst] = taxesOf(province, price_e4)
      const total = price_e4 + gst + pst
      return [
        day,
        number,
        name,
        city,
        province,
        code,
        dollars(price_e4),
        dollars(gst),
        pst === 0 ? null : dollars(pst),
        dollars(total),
        dollars(total + 900),
      ]
    }),
  ],
  Esso: () => [
    essoHeader,
    ...pricesOf('Esso').map(({ number, name, city, province, code, price_e4 }) => {
      const [gst, qst] = taxesOf(province, price_e4)
      const gross = price_e4 + gst + qst
      const prices = [cents(price_e4), cents(gst), qst === 0 ? null : cents(qst), cents(gross), cents(gross + 900)]
      return [weekend.from, weekend.to, number, name, city, province, code, ...prices]
    }),
  ],
}

mkdirSync(folder, { recursive: true })
for (const [provider, rows] of Object.entries(rateFiles))
  writeFileSync(`${folder}rates-${provider.toLowerCase()}.xlsx`, makeWholeXlsx(rows()))
