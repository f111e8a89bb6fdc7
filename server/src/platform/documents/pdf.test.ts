import { expect, test } from 'vitest'
import { parsePdf } from '../../testing/files/read-pdf.ts'
import { formatCents, formatMoney, formatPrice, formatQuantity } from './document-format.ts'
import { Pdf } from './pdf.ts'
import { PdfTable } from './pdf-table.ts'

const made = async (draw: (pdf: Pdf) => void, language: 'en' | 'fr' = 'en') => {
  const pdf = new Pdf({ title: 'Paper', author: 'Fresh Fuels', language, createdAt: new Date(0), foot: 'At the foot' })
  draw(pdf)
  pdf.end()
  return parsePdf(Buffer.concat(await pdf.stream.toArray()))
}

test('M4 amounts are formatted from their digits, for each language', () => {
  expect([formatCents(123_456_789, 'en'), formatCents(-5, 'en'), formatCents(123_456_789, 'fr')]).toEqual([
    '1,234,567.89',
    '-0.05',
    '1\u00a0234\u00a0567,89',
  ])
  expect([formatMoney(-123_450, 'CAD', 'en'), formatMoney(-123_450, 'USD', 'fr')]).toEqual([
    '-$1,234.50 CAD',
    '-1\u00a0234,50\u00a0$\u00a0USD',
  ])
  expect([
    formatQuantity(500_000, 'en'),
    formatQuantity(1_234_567, 'en'),
    formatPrice(90_000, 'en'),
    formatPrice(154_500, 'fr'),
    formatPrice(1_667_650, 'en'),
    formatPrice(1_666_675, 'fr'),
  ]).toEqual(['500.00', '1,234.567', '0.0900', '0,1545', '1.66765', '1,666675'])
})

test('INV-12 names outside the built-in fonts print correctly, and no character breaks the page', async () => {
  const names = ['Łódź Trans', 'Київ-Вантаж', 'ᐃᖃᓗᐃᑦ Fuel', 'Curly “quotes” – (brackets) \\ €']
  const { pages } = await made((pdf) => {
    for (const [n, name] of names.entries()) pdf.text(30, 60 + n * 20, name)
  })
  for (const name of names) expect(pages[0]).toContain(name)
  const { pages: unknown } = await made((pdf) => pdf.text(30, 60, '東京 \u0007Fuel'))
  expect(unknown[0]).toContain('??  Fuel')
})

test('INV-12 a table repeats its heads on each page, and each page shows its number and the total', async () => {
  const draw = (pdf: Pdf) => {
    const table = new PdfTable(pdf, {
      columns: [
        { label: 'Code', width: 60 },
        { label: 'Amount', width: 60, align: 'right' },
      ],
    })
    table.heads()
    for (let n = 0; n < 120; n++) table.row([`C-${n}`, formatCents(n, 'fr')])
  }
  const { pages } = await made(draw, 'fr')
  expect(pages).toHaveLength(3)
  for (const [n, page] of pages.entries()) {
    expect(page.filter((text) => text === 'Code')).toHaveLength(1)
    expect(page.join(' ')).toContain(`Page ${n + 1} sur`)
    expect(page).toContain('3')
  }
  expect(pages.flat().filter((text) => /^C-\d+$/.test(text))).toEqual(Array.from({ length: 120 }, (_, n) => `C-${n}`))
})
