import { Skeleton } from '@mantine/core'
import { AccountAging } from '../../accounts/AccountAging.tsx'
import { useAccount } from '../../accounts/use-account.ts'
import { FormSection } from '../../form/FormSection.tsx'
import { dateText } from '../../ui/words/texts.ts'
import { useTranslation } from '../../ui/words/translation.ts'

/** What is owed by age. Limits and warnings are in the head. */
export function AccountSection({ companyId }: { companyId: number }) {
  const { t } = useTranslation()
  const { data, error, mayRead } = useAccount(companyId)
  if (!mayRead) return null
  return (
    <FormSection title="Account">
      <div className="customer-wide account-section">
        {data || error ? null : <Skeleton height={120} />}
        {data ? (
          <>
            <span className="account-day">{t('As of {day}', { day: dateText(data.as_of) })}</span>
            <AccountAging account={data} />
          </>
        ) : null}
      </div>
    </FormSection>
  )
}
