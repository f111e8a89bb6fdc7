import type { ChosenCards } from '@portal/contract/cards/card-bulk.ts'
import type { LimitsInput, LimitsPreview, LimitsPreviewInput } from '@portal/contract/cards/card-limits.ts'
import { AppError } from '@portal/contract/errors.ts'
import type { Db, Scope } from '../../db/connect.ts'
import type { Context } from '../../platform/http/context.ts'
import { batchesOf } from '../../platform/jobs/batches.ts'
import { previewToken } from '../../platform/preview-token.ts'
import { auditChoice, demandSome } from '../card-bulk.actions.ts'
import {
  type ChosenCard,
  findChosen,
  listWholeCards,
  lockChosenCards,
  updateLockedCards,
} from '../card-bulk.queries.ts'
import { cardRecord } from '../cards.actions.ts'
import { type CardColumns, toGivenColumns } from '../cards.columns.ts'
import { changeOn, countValues, type LimitChange } from './card-limits.rules.ts'

const listedClosed = 5
const batchSize = 1000

type Plan = { cards: number; closed: ChosenCard[]; changes: LimitChange[]; same: number; token: string }
/** What becomes of the chosen cards. The token covers their versions, so that no other change is overwritten. */
async function planOf(db: Db, scope: Scope, chosen: ChosenCard[], columns: Partial<CardColumns>): Promise<Plan> {
  const open = chosen.filter(({ card_status }) => card_status !== 'CLOSED').map(({ id }) => id)
  const changes: LimitChange[] = []
  const versions: [number, number][] = []
  for (const batch of batchesOf(open, batchSize))
    for (const card of await listWholeCards(db, scope, batch)) {
      versions.push([card.id, card.version])
      const change = changeOn(card, columns)
      if (change) changes.push(change)
    }
  versions.sort(([one], [other]) => one - other)
  return {
    cards: chosen.length,
    closed: chosen.filter(({ card_status }) => card_status === 'CLOSED'),
    changes,
    same: open.length - changes.length,
    token: previewToken([columns, versions]),
  }
}
const outcomeOf = ({ cards, closed, changes, same }: Plan) => ({
  cards,
  changed: changes.length,
  closed: closed.length,
  same,
})

export async function previewLimits(db: Db, scope: Scope, input: LimitsPreviewInput): Promise<LimitsPreview> {
  const chosen = demandSome(await findChosen(db, scope, input))
  const plan = await planOf(db, scope, chosen, toGivenColumns(input.changes))
  return {
    ...outcomeOf(plan),
    ...countValues(plan.changes),
    closed_numbers: plan.closed.slice(0, listedClosed).map(({ card_number }) => card_number),
    token: plan.token,
  }
}

/** In one transaction, with an audit entry per changed card (UX-13). Closed cards are skipped. */
export async function changeLimits(context: Context, input: LimitsInput) {
  const { db, actor, audit } = context
  const chosen: ChosenCards = input
  const columns = toGivenColumns(input.changes)
  const plan = await planOf(db, actor.scope, demandSome(await lockChosenCards(db, actor.scope, chosen)), columns)
  if (input.preview_token && input.preview_token !== plan.token) throw new AppError('card.limits-stale')
  for (const batch of batchesOf(plan.changes, batchSize)) {
    const ids = batch.map(({ card }) => card.id)
    await updateLockedCards(db, ids, columns)
    await audit(batch.map(({ card, before, after }) => ({ record: cardRecord(card), before, after })))
  }
  if (plan.changes.length === 0) await audit({ after: { changed: 0, ...auditChoice(chosen) } })
  return outcomeOf(plan)
}
