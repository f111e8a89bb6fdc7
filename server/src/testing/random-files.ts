import { expect } from 'vitest'
import { bought, type testImports } from './importing.ts'

/** A seeded generator, so that a failing file can be reproduced. */
const randomOf = (seed: number) => () => {
  seed = (seed * 1664525 + 1013904223) % 4294967296
  return seed / 4294967296
}
type Service = Pick<Awaited<ReturnType<typeof testImports>>, 'freshCard' | 'imported' | 'rows'>
/** Imports random files, and checks that every row is accounted for and every transaction is the sum of its lines. */
export async function importRandomFiles({ freshCard, imported, rows }: Service, count: number): Promise<void> {
  const good = await freshCard()
  const cards = [good, await freshCard({ card_status: 'CLOSED' }), '5588000001', 'no card']
  for (let seed = 1; seed <= count; seed++) {
    const random = randomOf(seed)
    const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T
    const provider = one(['Esso', 'Suncore', 'Pipeline'] as const)
    const file = Array.from({ length: 1 + Math.floor(random() * 12) }, () =>
      bought(one(cards), {
        auth: `R${one([1, 2, 3, 4])}${one(['', '-DF', '-TA'])}`,
        date: one(['2026-11-01', '2026-11-02', '2031-01-01']),
        time: one(['08:00', '09:30']),
        product: one(['DIESEL LS', 'DIESEL', 'REEFER', 'CASH', 'NOTHING']),
        quantity: one([10, 20, -10, 0]),
        province: one(['ON', 'AB', 'XX']),
        site: one(['1', '2']),
      }),
    )
    // Random rows of one stop seldom agree, so each file also has one good stop with two lines.
    const stop = { auth: `S${seed}`, time: '10:00' }
    file.push(
      bought(good, { ...stop, auth: `${stop.auth}-DF` }),
      bought(good, { ...stop, auth: `${stop.auth}-TA`, product: 'WASH', quantity: 1, price: 20 }),
    )
    const { counts, errors_total, status } = await imported(provider, file)
    expect([seed, counts.read, counts.booked + counts.duplicate + counts.quarantined + counts.failed]).toEqual([
      seed,
      file.length,
      file.length,
    ])
    expect([seed, status === 'failed' ? counts.booked : 0, errors_total >= counts.failed]).toEqual([seed, 0, true])
  }
  const several = 'select transaction_id from transaction_lines group by 1 having count(*) > 1 limit 1'
  expect(await rows(several)).toHaveLength(1)
  expect(
    await rows(
      'select t.id from transactions t join transaction_lines l on l.transaction_id = t.id group by t.id having sum(l.amount_cents) <> t.amount_cents',
    ),
  ).toEqual([])
  expect(
    await rows(
      'select id from transactions where not exists (select from transaction_lines where transaction_id = transactions.id)',
    ),
  ).toEqual([])
  expect(
    await rows(
      'select count(*) from transaction_lines l full join transaction_identities i using (transaction_id, product) where l.id is null or i.occurrence is null',
    ),
  ).toEqual([{ count: '0' }])
}
