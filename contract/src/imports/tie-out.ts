import { z } from 'zod'
import { instant, optionalText } from '../fields.ts'
import { currencies } from '../rules/currency.ts'

/** Rows of the file, their quantity in the unit, and the provider's amount. */
const figures = z.object({ rows: z.int(), quantity: z.number(), amount: z.number() })
export type TieOutFigures = z.infer<typeof figures>

const tieOutGroup = z.object({
  /** Null for rejected rows whose currency cannot be read. */
  currency: z.enum(currencies).nullable(),
  /** L or GAL; null for pieces. */
  unit: z.string().nullable(),
  file: figures,
  booked: figures,
  already_there: figures,
  /** As of the import. Now each is waiting, skipped or released. */
  quarantined: figures,
  waiting: figures,
  skipped: figures,
  released: figures,
  rejected: figures,
  /** What is not in the books: waiting and rejected. */
  still_open: figures,
  /** Rejected rows whose amount cannot be read. */
  unread_rows: z.int(),
  /** Deducted by the provider, and not passed on. */
  rebates: z.number(),
  /** What is left: the cents by which rows differ from their own parts. */
  rounding: z.number(),
})
export type TieOutGroup = z.infer<typeof tieOutGroup>

const controlTotal = z.object({
  row: z.int(),
  currency: z.enum(currencies).nullable(),
  /** Null where the total row says nothing. */
  amount: z.number().nullable(),
  quantity: z.number().nullable(),
  /** What the rows above it add up to. */
  rows: z.int(),
  rows_amount: z.number(),
  rows_quantity: z.number(),
  /** The total row's figure less that of its rows. */
  amount_difference: z.number().nullable(),
  quantity_difference: z.number().nullable(),
})
export type ControlTotalRow = z.infer<typeof controlTotal>

export const tieStatuses = ['tied', 'explained', 'open'] as const
export type TieStatus = (typeof tieStatuses)[number]
export const tieStatusWords = {
  tied: 'Ties out',
  explained: 'Explained',
  open: 'Does not tie out',
} as const satisfies Record<TieStatus, string>

/** An empty explanation removes the stored one. */
export const explanationForm = z.strictObject({ explanation: optionalText(500) })

/** A provider's statement that the import is on, in one of its currencies. */
const tiedStatement = z.object({
  id: z.int(),
  number: z.string(),
  currency: z.enum(currencies),
  total: z.number(),
  difference: z.number(),
  status: z.enum(tieStatuses),
})

/** What keeps an import from tying out. An explanation answers for control totals and rejected rows. */
const openReasons = ['control', 'rejected', 'quarantined', 'statement'] as const

/** What the file says beside what became of it (TXN-17). */
export const tieOut = z.object({
  status: z.enum(tieStatuses),
  open: z.array(z.enum(openReasons)),
  groups: z.array(tieOutGroup),
  controls_total: z.int(),
  controls_differing: z.int(),
  /** The total rows that differ, up to 20, and the last one of each currency. */
  controls: z.array(controlTotal),
  /** Transactions of this import that were deleted since. */
  deleted_count: z.int(),
  explanation: z.string().nullable(),
  explained_by: z.string().nullable(),
  explained_at: instant().nullable(),
  statements: z.array(tiedStatement),
})
export type TieOut = z.infer<typeof tieOut>
