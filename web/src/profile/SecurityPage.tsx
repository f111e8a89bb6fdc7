import { Alert, Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useState } from 'react'
import { useSession } from '../api/session.ts'
import { SecuritySection } from '../security/SecuritySection.tsx'
import { SessionsSection } from '../security/SessionsSection.tsx'
import { TwoStepSections } from '../security/TwoStepSections.tsx'
import { Heading } from '../ui/Heading.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { lazily, WhenFirst } from '../ui/lazily.tsx'
import { sentence } from '../ui/words/sentence.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { profilePath } from './profile.paths.ts'

const PasswordDialog = lazily(() => import('./PasswordDialog.tsx'), 'PasswordDialog')

/** Password, second step and sessions in one place (SEC-1, SEC-2). */
export function SecurityPage() {
  const { t } = useTranslation()
  const { switched } = useSession().profile
  return (
    <>
      <div className="page-head">
        <div className="form-title">
          <Heading>{t('Security')}</Heading>
        </div>
        <div className="page-actions">
          <LinkButton to={profilePath} icon={IconArrowLeft} label="Profile" />
        </div>
      </div>
      <div className="security-page">
        {switched ? <Alert color="gray">{sentence(t, 'profile.switched')}</Alert> : <OwnSections />}
        <SessionsSection />
      </div>
    </>
  )
}

function OwnSections() {
  const { t } = useTranslation()
  const [isChanging, setChanging] = useState(false)
  return (
    <>
      <SecuritySection
        title="Password"
        about="Several unrelated words work best. A change ends your other sessions."
        actions={
          <Button variant="default" onClick={() => setChanging(true)}>
            {t('Change password')}
          </Button>
        }
      />
      <TwoStepSections />
      <WhenFirst asked={isChanging}>
        <PasswordDialog opened={isChanging} onClose={() => setChanging(false)} />
      </WhenFirst>
    </>
  )
}
