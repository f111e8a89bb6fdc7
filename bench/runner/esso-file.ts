import { demoCardNumber } from '../../server/src/demo/demo.queries.ts'
import { fileRows, type Purchase } from '../../server/src/testing/files/transaction-files.ts'
import { makeXlsx } from '../../server/src/testing/files/workbooks.ts'

/** An Esso workbook with purchases on demo cards, two rows per transaction. `lot` makes the transactions distinct. */
export function essoFile(rows: number, lot = ''): { content: Buffer; columns: number } {
  const two = (n: number) => String(n).padStart(2, '0')
  const purchase = (n: number): Purchase => ({
    card: demoCardNumber(1 + (n % 50_000)),
    date: `2026-11-${two(1 + (n % 12))}`,
    time: `${two(6 + (n % 16))}:${two(n % 60)}`,
    auth: `B${lot}${n / 2}`,
    site: String(1000 + (n % 400)),
    province: 'ON',
    quantity: 100 + (n % 300),
    price: 1.5,
    product: 'DSL EFF LS',
  })
  const purchases = Array.from({ length: rows }, (_, n): Purchase => {
    const bought = purchase(n - (n % 2))
    return n % 2 ? { ...bought, auth: `${bought.auth}-DF`, product: 'DEF' } : { ...bought, auth: `${bought.auth}-TA` }
  })
  const file = fileRows('Esso', purchases)
  return { content: makeXlsx(file), columns: file[0]?.length ?? 0 }
}
