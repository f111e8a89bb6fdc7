import { z } from 'zod'
import { defineContract } from '../endpoint.ts'
import { id } from '../fields.ts'
import { isPeriod, markupInput, markupStatuses, periodRule } from '../markups/markups.ts'
import { repricedFigures } from './repriced-figures.ts'

/** How many transactions the preview lists. All are counted. */
export const previewTransactions = 20

const { customer_company_id, fuel_company_provider_id, mark_up_value, from_date, to_date } = markupInput.shape
const previewInput = z
  .strictObject({
    customer_company_id,
    fuel_company_provider_id,
    mark_up_value,
    from_date,
    to_date,
    /** The markup being corrected, if any. */
    replaces_id: id().nullish(),
    /** The markup that ends the day before this one starts, if any. */
    succeeds_id: id().nullish(),
    /** An inactive markup prices nothing, so the preview shows prices without the markup being corrected. */
    status: z.enum(markupStatuses).default('ACTIVE'),
  })
  .refine(isPeriod, periodRule)
export type PreviewInput = z.output<typeof previewInput>

const preview = z.object({
  /** The first and last day of the transactions counted. */
  from_date: z.iso.date(),
  to_date: z.iso.date(),
  /** The company's unbilled transactions at that provider on the days that the change touches, and how many of them would change in price. */
  count: z.int(),
  changed: z.int(),
  ...repricedFigures,
})
export type Preview = z.infer<typeof preview>

export const markupPreview = defineContract('markups', {
  preview: {
    method: 'POST',
    path: '/fuel-customer-markups/preview',
    summary: 'Preview how a markup would change unbilled purchases, without saving it',
    can: 'markups.read',
    body: previewInput,
    aliases: {
      markup_value: 'mark_up_value',
      markupValue: 'mark_up_value',
      eob_customer_company_id: 'customer_company_id',
      fuel_company_id: 'fuel_company_provider_id',
      fuelCompanyProviderId: 'fuel_company_provider_id',
    },
    transaction: 'none',
    reply: preview,
  },
})
