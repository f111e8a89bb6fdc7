import '../../accounts/accounts.css'
import { Skeleton } from '@mantine/core'
import type { Customer } from '@portal/contract/customers/customers.ts'
import { AccountWarnings } from '../../accounts/AccountWarnings.tsx'
import { CreditMeters } from '../../accounts/CreditMeters.tsx'
import { useAccount } from '../../accounts/use-account.ts'
import { RecordHead } from '../../ui/record/RecordHead.tsx'
import { LoadTrouble } from '../../ui/trouble/LoadTrouble.tsx'
import { SetupChecklist } from '../setup/SetupChecklist.tsx'
import { useOverview } from '../use-overview.ts'
import { CustomerFacts } from './CustomerFacts.tsx'
import { CustomerWork } from './CustomerWork.tsx'
import { RecentDocuments } from './RecentDocuments.tsx'

/** What one opens a customer for: what it owes, how much credit is left, whom to call, and what waits (UX-1). */
export function CustomerHead({ customer }: { customer: Customer }) {
  const { data: overview, error, refetch, isFetching } = useOverview(customer.id)
  const account = useAccount(customer.id)
  return (
    <RecordHead
      label="Customer at a glance"
      status={
        <>
          {overview ? <SetupChecklist customer={customer} overview={overview} /> : null}
          {account.data ? <AccountWarnings account={account.data} /> : null}
        </>
      }
      facts={<CustomerFacts customer={customer} overview={overview} account={account.data} />}
      aside={overview ? <RecentDocuments customer={customer} documents={overview.documents} /> : null}
    >
      {error ? <LoadTrouble error={error} isRetrying={isFetching} onRetry={() => refetch()} /> : null}
      {account.error ? (
        <LoadTrouble error={account.error} isRetrying={account.isFetching} onRetry={() => account.refetch()} />
      ) : null}
      {account.data ? <CreditMeters account={account.data} /> : null}
      {overview ? <CustomerWork customer={customer} overview={overview} /> : error ? null : <Skeleton height={40} />}
    </RecordHead>
  )
}
