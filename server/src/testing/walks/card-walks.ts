import fc from 'fast-check'
import { refreshOf } from '../../balances/card-draws.rules.ts'

/** One step of a random walk on a card; `pick` chooses among the existing transactions. */
export type Step =
  | { do: 'buy'; fuel: number; reefer: number; cash: number; dash: number }
  | { do: 'credit'; pick: number; percent: number }
  | { do: 'edit'; pick: number; percent: number }
  | { do: 'delete'; pick: number }
  | { do: 'refresh'; kinds: number }
const amount = (max: number) => fc.oneof(fc.constant(0), fc.integer({ min: 1, max }))
export const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('buy' as const),
      fuel: amount(600),
      reefer: amount(90),
      cash: amount(150),
      dash: amount(60),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('credit' as const),
      pick: fc.nat(9),
      percent: fc.integer({ min: 1, max: 100 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('edit' as const),
      pick: fc.nat(9),
      percent: fc.integer({ min: 1, max: 300 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('delete' as const), pick: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('refresh' as const), kinds: fc.integer({ min: 1, max: 15 }) }) },
)
export const limits = { fuel: 800, product: 1500, reefer: 100, cash: 100 }
export type Left = { fuel: number; product: number; reefer: number; cash: number; dash: number }
export const start: fc.Arbitrary<Left> = fc.record({
  fuel: fc.integer({ min: -50, max: 900 }),
  product: fc.integer({ min: -50, max: 1500 }),
  reefer: fc.integer({ min: -50, max: 100 }),
  cash: fc.integer({ min: 0, max: 120 }),
  dash: fc.integer({ min: -60, max: 60 }),
})
const kindsOf = [
  ['fuel', refreshOf.fuel],
  ['product', refreshOf.product],
  ['reefer', refreshOf.reefer],
  ['cash', refreshOf.cash],
] as const
export const refreshedLeft = (left: Left, kinds: number): Left => ({
  ...left,
  ...Object.fromEntries(kindsOf.filter(([, kind]) => kinds & kind).map(([name]) => [name, limits[name]])),
})
/** A credit raises no balance above its limit; dash cash has no limit. */
const isLiftedTooFar = (before: Left, after: Left) =>
  kindsOf.some(([name]) => after[name] > Math.max(before[name], limits[name]))

/** After everything is undone, each balance is back at its start, or at its limit if it was refreshed meanwhile. */
export async function walk(
  first: Left,
  steps: readonly Step[],
  run: CardWorld,
): Promise<{ end: Left; expected: Left; isTooFar: boolean }> {
  let refreshed = 0
  let isTooFar = false
  for (const one of steps) {
    if (one.do === 'refresh') refreshed |= one.kinds
    const before = await run.left()
    await run.step(one)
    if (one.do === 'credit') isTooFar ||= isLiftedTooFar(before, await run.left())
  }
  await run.undoAll()
  return { end: await run.left(), expected: refreshedLeft(first, refreshed), isTooFar }
}
export type CardWorld = { step(one: Step): Promise<void>; left(): Promise<Left>; undoAll(): Promise<void> }
