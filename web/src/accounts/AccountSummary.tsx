import './accounts.css'
import '../ui/trouble/panel.css'
import { Skeleton } from '@mantine/core'
import { LoadTrouble } from '../ui/trouble/LoadTrouble.tsx'
import { dateText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { AccountAging } from './AccountAging.tsx'
import { AccountWarnings } from './AccountWarnings.tsx'
import { CreditMeters } from './CreditMeters.tsx'
import { useAccount } from './use-account.ts'

/** A customer's unpaid amounts by age, its unbilled amounts and its credit limit, beside its statement. */
export function AccountSummary({ companyId }: { companyId: number }) {
  const { t } = useTranslation()
  const { data, error, refetch, isFetching, mayRead } = useAccount(companyId)
  if (!mayRead) return null
  return (
    <section className="panel account" aria-busy={isFetching}>
      <div className="account-head">
        <h2>{t('Account')}</h2>
        {data ? <span className="account-day">{t('As of {day}', { day: dateText(data.as_of) })}</span> : null}
      </div>
      {error ? <LoadTrouble error={error} isRetrying={isFetching} onRetry={() => refetch()} /> : null}
      {data === undefined && !error ? <Skeleton height={120} /> : null}
      {data ? (
        <>
          <AccountWarnings account={data} />
          <CreditMeters account={data} />
          <AccountAging account={data} />
        </>
      ) : null}
    </section>
  )
}
