import { readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { derivePrice, replayDerivation } from '@portal/contract/pricing/price.rules.ts'
import { taxTable } from '@portal/contract/rates/tax.rules.ts'
import { readTaxFile } from '@portal/contract/rates/tax-file.rules.ts'
import { drawCase, oracle } from '../../contract/src/testing/price-oracle.ts'

const cases = Number(process.env.CASES ?? 300_000)
const rows = readTaxFile(readFileSync(new URL('../../server/src/db/seed/tax-rates.csv', import.meta.url), 'utf8'))
const table = taxTable(rows)

/** A seeded 32-bit generator (mulberry32), so that the cases are the same on every machine. */
let state = Number(process.env.SEED ?? 20_261_115)
function next(): number {
  state = (state + 0x6d2b79f5) | 0
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
}
const pick = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1))

const inputs = Array.from({ length: cases }, () => drawCase(pick))
const started = performance.now()
const derived = inputs.map((input) => derivePrice(input, table))
const perPrice = (performance.now() - started) / cases

const counts = new Map<string, number>()
for (const [index, derivation] of derived.entries()) {
  const { line, flags, carried_days } = derivation
  const { sales_taxes, ...numbers } = line
  const actual = { ...numbers, flags, carried_days, taxes: sales_taxes.map(({ tax, cents }) => [tax, cents]) }
  const expected = oracle(derivation.input, rows)
  const replayed = replayDerivation(JSON.parse(JSON.stringify(derivation)))
  if (!isDeepStrictEqual(actual, expected) || !isDeepStrictEqual(replayed, derivation)) {
    console.error(`Case ${index} differs:`, derivation.input, actual, expected)
    process.exit(1)
  }
  for (const kind of flags.length > 0 ? flags : ['unflagged']) counts.set(kind, (counts.get(kind) ?? 0) + 1)
}
console.log(
  `${cases} prices agree with the oracle and replay to the cent; ${(perPrice * 1000).toFixed(1)} µs per price`,
)
console.log([...counts].map(([kind, count]) => `${kind} ${count}`).join(', '))
