import { type CompanyKind, screenNames, screens } from '@portal/contract/permissions.ts'
import type { UserRecord } from '@portal/contract/users/users.ts'
import { roleWords } from '@portal/contract/users/users-words.data.ts'
import { RecordLink } from '../links/RecordLink.tsx'
import { Fact } from '../ui/record/Fact.tsx'
import { RecordHead } from '../ui/record/RecordHead.tsx'
import { instantText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { grantsOfValues, valuesOfUser } from './user-form.ts'

/** Who the user is, whether they can sign in, and what they can open (UX-1). */
export function UserHead({ user }: { user: UserRecord }) {
  const { t } = useTranslation()
  const grants = grantsOfValues(valuesOfUser(user), user.company_kind as CompanyKind)
  const opened = screenNames.filter((screen) => grants[screen].read).map((screen) => t(screens[screen].name))
  return (
    <RecordHead
      label="User at a glance"
      status={user.is_active ? null : <p>{t('This user cannot sign in.')}</p>}
      facts={
        <>
          <Fact name={t('Roles')}>{t(roleWords[user.role])}</Fact>
          <Fact name={t('Company')}>
            <RecordLink kind="company" id={user.company}>
              {user.company_name}
            </RecordLink>
          </Fact>
          <Fact name={t('Last sign-in')}>
            {user.last_sign_in_at ? instantText(user.last_sign_in_at) : t('Not signed in yet')}
          </Fact>
          <Fact name={t('Two-step verification')}>{t(user.has_second_factor ? 'Active' : 'Not set up')}</Fact>
          {user.isUserEligibleForAccountSwitch ? <Fact name={t('Switch Account')}>{t('Yes')}</Fact> : null}
        </>
      }
    >
      <dl className="record-facts user-opens">
        <Fact name={t('Can open')}>{opened.length === 0 ? t('Only their own profile.') : opened.join(', ')}</Fact>
      </dl>
    </RecordHead>
  )
}
