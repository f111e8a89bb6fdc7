import { z } from 'zod'
import { defineContract } from '../endpoint.ts'
import { chosen, demandChoice, nothingChosen } from './card-bulk.ts'
import { commonFields } from './card-templates.ts'

/** The most different values of a field that a preview lists. */
export const listedValues = 5

const change = { ...chosen, changes: commonFields }
type Given = { changes: z.output<typeof commonFields> }
const demandChange = ({ changes }: Given, context: z.core.$RefinementCtx): void => {
  if (Object.values(changes).every((value) => value === null || value === undefined))
    context.addIssue({ code: 'custom', path: ['changes'], message: 'card.no-limit-changes' })
}
const previewInput = z.strictObject(change).superRefine(demandChoice(nothingChosen.limits)).superRefine(demandChange)
const limitsInput = z
  .strictObject({
    ...change,
    /** The preview's token: if a chosen card has changed since, nothing is done. */
    preview_token: z.string().max(100).nullish(),
  })
  .superRefine(demandChoice(nothingChosen.limits))
  .superRefine(demandChange)
export type LimitsPreviewInput = z.output<typeof previewInput>
export type LimitsInput = z.output<typeof limitsInput>

/** How many cards were chosen, and what becomes of them. Closed cards stay as they are (CARD-9). */
const outcome = { cards: z.int(), changed: z.int(), closed: z.int(), same: z.int() }
const preview = z.object({
  ...outcome,
  /** Field by field: how many cards go from which value to the new one, the most frequent first. */
  values: z.array(
    z.object({
      field: z.string(),
      before: z.string().nullable(),
      after: z.string().nullable(),
      unit: z.enum(['CAD', 'USD', 'L', 'GAL']).nullable(),
      cards: z.int(),
    }),
  ),
  /** Fields with more values than are listed, and the number of cards with those. */
  others: z.array(z.object({ field: z.string(), cards: z.int() })),
  closed_numbers: z.array(z.string()),
  token: z.string(),
})
export type LimitsPreview = z.infer<typeof preview>

/** Named after the cards, so that its changes invalidate their lists (UX-13). */
export const cardLimits = defineContract('cards', {
  limits: {
    method: 'POST',
    path: '/fuel-card-management/limits',
    summary: 'Change limits, refresh days and properties of chosen cards, all or none. Closed cards are skipped',
    can: 'cards.create',
    body: limitsInput,
    reply: z.object(outcome),
  },
  limitsPreview: {
    method: 'POST',
    path: '/fuel-card-management/limits/preview',
    summary: 'Preview what a change of the limits of chosen cards would change, field by field',
    can: 'cards.create',
    // A POST because of its body; it writes nothing.
    transaction: 'none',
    body: previewInput,
    reply: preview,
  },
})
