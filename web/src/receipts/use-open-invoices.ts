import { receipts } from '@portal/contract/receipts/receipts.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query-keys.ts'

/** The open invoices of a customer in a currency, oldest first, once the customer is chosen. */
export const useOpenInvoices = (company_id: number | null, currency: Currency) =>
  useQuery({
    queryKey: queryKeyOf(receipts.openInvoices, { company_id, currency }),
    queryFn: ({ signal }) =>
      call(receipts.openInvoices, { query: { company_id: company_id as number, currency } }, { signal }),
    enabled: company_id !== null,
    // What is due changes with every payment, so never use a cached response.
    gcTime: 0,
  })
export type OpenInvoicesQuery = ReturnType<typeof useOpenInvoices>
