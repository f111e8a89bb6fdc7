import { z } from 'zod'
import { defineContract } from '../endpoint.ts'
import { effectiveAt, id, localTime } from '../fields.ts'
import { amountChange } from '../pricing/repriced-figures.ts'
import { bulkResult, chosen, demandChoice, nothingChosen } from './card-bulk.ts'

/** How many purchases a preview lists, and the most that follow their cards in one call. */
export const listedPurchases = 20
export const maxFollowing = 10_000

const move = {
  ...chosen,
  customerCompanyId: id(),
  /** When the move takes effect: not ahead, and not before the present company held the cards. Now if omitted. */
  effective_at: effectiveAt().nullish(),
}
const assignInput = z
  .strictObject({
    ...move,
    /** Whether purchases after that time that are not invoiced follow their cards, priced for the new company. */
    move_purchases: z.boolean().default(false),
    /** The preview's token: if what it showed has changed since, nothing is done. */
    preview_token: z.string().max(100).nullish(),
  })
  .superRefine(demandChoice(nothingChosen.assign))
export type AssignInput = z.output<typeof assignInput>
const previewInput = z.strictObject(move).superRefine(demandChoice(nothingChosen.assign))
export type MoveInput = z.output<typeof previewInput>

/** The purchases that follow, with their credits, and their sum for the former and for the new company. */
const following = { count: z.int(), totals: z.array(z.object(amountChange)) }
const preview = z.object({
  cards: z.int(),
  changed: z.int(),
  ...following,
  /** These stay: invoiced, with an invoiced credit, or with a credit typed at the present price. */
  staying: z.int(),
  transactions: z.array(
    z.object({
      txn_id: z.int(),
      authentication_id: z.string(),
      txn_date: localTime(),
      location: z.string().nullable(),
      company_name: z.string(),
      ...amountChange,
    }),
  ),
  token: z.string(),
})
export type MovePreview = z.infer<typeof preview>

/** Named after the cards, so that its changes invalidate their lists (CARD-12, TXN-21). */
export const cardMoves = defineContract('cards', {
  assign: {
    method: 'POST',
    path: '/fuel-card-management/assign-card-company-bulk',
    summary:
      'Assign chosen cards to a company, all or none, now or from a past time on; assign to the provider to withdraw them',
    can: 'cards.create',
    body: assignInput,
    reply: bulkResult.extend({ purchases: z.object({ ...following, staying: z.int() }).optional() }),
  },
  assignPreview: {
    method: 'POST',
    path: '/fuel-card-management/assign-card-company-bulk/preview',
    summary: 'Preview which purchases would follow chosen cards to a company, with their sums before and after',
    can: 'cards.create',
    // A POST because of its body; it writes nothing.
    transaction: 'none',
    body: previewInput,
    reply: preview,
  },
})
