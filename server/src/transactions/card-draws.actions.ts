import { fromUnits } from '@portal/contract/rules/money.ts'
import type { VolumeUnit } from '@portal/contract/rules/units.ts'
import { maskNumber } from '../platform/audit.ts'
import type { Context } from '../platform/context.ts'
import { type Balances, balanceNames, balancesAfter, drawsBetween, drawsOf, exceptionsOf, isNothing, noDraws } from './card-draws.columns.ts'
import { lockDrawnCard, refreshedSince, updateBalances } from './card-draws.queries.ts'

type Side = { card_id: number | null; lines: Parameters<typeof drawsOf>[0] }
const told = (balances: Balances): Record<string, number | null> =>
  Object.fromEntries(
    balanceNames.map((name) => {
      const units = balances[name]
      const unit = name.endsWith('_milli') ? 'quantity' : 'money'
      return [name.replace(/_(milli|cents)$/, ''), units === null ? null : fromUnits(units, unit)]
    }),
  )
const onlyChanged = (side: Record<string, number | null>, other: Record<string, number | null>) =>
  Object.fromEntries(Object.entries(side).filter(([name, value]) => other[name] !== value))

/**
 * Moves what the cards have left from what a stop took before to what it takes now; null is a stop that is not there yet, or no longer. `since` is when it
 * was booked. Answers what goes against a rule on the card that it is on now.
 */
export async function moveDraws({ db, audit }: Context, before: Side | null, after: Side | null, since: string | null): Promise<string[]> {
  const cards = [...new Set([before?.card_id, after?.card_id].filter((id) => id !== null && id !== undefined))].sort((one, other) => one - other)
  let exceptions: string[] = []
  for (const id of cards) {
    const card = await lockDrawnCard(db, id)
    const drawsBy = (side: Side | null) => (side?.card_id === id ? drawsOf(side.lines, card.uom as VolumeUnit) : noDraws)
    const draws = drawsBetween(drawsBy(before), drawsBy(after))
    if (after?.card_id === id) exceptions = exceptionsOf(card, draws)
    if (isNothing(draws)) continue
    const balances = balancesAfter(card, draws, since === null ? 0 : await refreshedSince(db, id, since))
    await updateBalances(db, id, balances)
    const [was, is] = [told(card), told(balances)]
    const moved = { before: onlyChanged(was, is), after: onlyChanged(is, was) }
    if (Object.keys(moved.after).length > 0) await audit({ record: { type: 'card', id, label: maskNumber(card.card_number) }, ...moved })
  }
  return exceptions
}
