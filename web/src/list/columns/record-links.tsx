import type { ReactNode } from 'react'
import { type Id, type RecordKind, RecordLink } from '../../links/RecordLink.tsx'
import { nothing } from '../../ui/words/texts.ts'

/** `cut` is the class of names that shrink to make room for the other columns. */
export const linked =
  <Row,>(kind: RecordKind, idOf: (row: Row) => Id | null) =>
  (cut?: string) => ({
    cell: (name: string | number | null, row: Row): ReactNode =>
      name === null || name === '' ? (
        nothing
      ) : (
        <RecordLink kind={kind} id={idOf(row)} cut={cut}>
          {name}
        </RecordLink>
      ),
  })

/** Cells to spread into a column: `{ key: 'company_name', header: 'Company', ...companyLink() }`. */
export const companyLink = linked('company', (row: { company_id: number | null }) => row.company_id)
export const cardNumberLink = linked('cardNumber', (row: { card_number: string | null }) => row.card_number)
export const driverLink = linked('driver', (row: { driver_name: string | null }) => row.driver_name)
export const importLink = linked('import', (row: { import_id: number | null }) => row.import_id)
export const invoiceLink = linked('invoice', (row: { invoice_id: number | null }) => row.invoice_id)
export const unitLink = linked('unit', (row: { unit_id: number | null }) => row.unit_id)
export const userLink = linked('user', (row: { user_id: number | null }) => row.user_id)
