import { Alert, Button } from '@mantine/core'
import { type FactorState, secondFactor } from '@portal/contract/sessions/second-factor.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { featureKeyOf, queryKeyOf } from '../api/query-keys.ts'
import { Dialog } from '../ui/dialog/Dialog.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { LoadTrouble } from '../ui/trouble/LoadTrouble.tsx'
import { instantText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { AppSetUp } from './AppSetUp.tsx'
import { PasskeysSection } from './PasskeysSection.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { RecoverySection } from './RecoverySection.tsx'
import { SecuritySection } from './SecuritySection.tsx'
import { TurnOffDialog } from './TurnOffDialog.tsx'

/** The app, the passkeys and the recovery codes (SEC-1). */
export function TwoStepSections() {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [isSettingUp, setSettingUp] = useState(false)
  const [codes, setCodes] = useState<string[] | null>(null)
  const state = useQuery({ queryKey: queryKeyOf(secondFactor.get), queryFn: () => call(secondFactor.get, {}) })
  const showCodes = (given: string[]) => {
    setSettingUp(false)
    setCodes(given)
  }
  const done = () => {
    setCodes(null)
    void queries.invalidateQueries({ queryKey: featureKeyOf(secondFactor.get) })
  }
  if (state.error)
    return <LoadTrouble error={state.error} isRetrying={state.isFetching} onRetry={() => state.refetch()} />
  if (!state.data) return null
  return (
    <>
      <AppSection state={state.data} onSetUp={() => setSettingUp(true)} />
      <PasskeysSection passkeys={state.data.passkeys} onCodes={showCodes} />
      {state.data.is_on ? <RecoverySection left={state.data.recovery_codes_left} onCodes={showCodes} /> : null}
      <Dialog
        opened={isSettingUp}
        onClose={() => setSettingUp(false)}
        title={t('Set up an authenticator app')}
        size={440}
      >
        <AppSetUp onCodes={showCodes} />
      </Dialog>
      {/* Only the button closes it: the codes are not shown again. */}
      <Dialog
        opened={codes !== null}
        onClose={done}
        title={t('Recovery codes')}
        size={440}
        closeOnClickOutside={false}
        closeOnEscape={false}
        withCloseButton={false}
      >
        <RecoveryCodes codes={codes ?? []} onDone={done} />
      </Dialog>
    </>
  )
}

function AppSection({ state, onSetUp }: { state: FactorState; onSetUp: () => void }) {
  const { t } = useTranslation()
  const [isTurningOff, setTurningOff] = useState(false)
  const { app, is_on, is_demanded } = state
  return (
    <SecuritySection
      title="Two-step verification"
      about="After your password, sign-in asks for a code from an app on your phone, or for a passkey."
      actions={
        <>
          <Button variant={is_on ? 'default' : 'filled'} onClick={onSetUp}>
            {t(app ? 'Replace the app' : 'Set up an app')}
          </Button>
          {is_on ? (
            <Button variant="default" onClick={() => setTurningOff(true)}>
              {t('Turn off')}
            </Button>
          ) : null}
        </>
      }
    >
      <p className="security-state">
        {is_on ? <StatusBadge word="Active" context="two_step" /> : null}{' '}
        {app
          ? t('Authenticator app since {day}', { day: instantText(app.created_at) })
          : t(is_on ? 'By passkey, without an authenticator app' : 'No authenticator app')}
        {app?.last_used_at ? ` · ${t('Last used {at}', { at: instantText(app.last_used_at) })}` : ''}
      </p>
      {is_demanded ? (
        <Alert color="gray" variant="light">
          {t('Two-step verification is required for your account.')}
        </Alert>
      ) : null}
      <TurnOffDialog opened={isTurningOff} onClose={() => setTurningOff(false)} />
    </SecuritySection>
  )
}
