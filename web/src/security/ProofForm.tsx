import './security.css'
import { Alert, Button } from '@mantine/core'
import type { FactorMethod, PasskeyRequest } from '@portal/contract/sessions/challenge.ts'
import type { PasskeyProof } from '@portal/contract/sessions/second-factor.ts'
import { IconFingerprint } from '@tabler/icons-react'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { sentence } from '../ui/words/sentence.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { CodeBox } from './CodeBox.tsx'
import { hasPasskeys, showPasskey } from './passkey.ts'
import { isWholeCode } from './whole-code.ts'

export type Proof = { code: string } | { passkey: PasskeyProof }
type Props = {
  methods: readonly FactorMethod[]
  passkey: PasskeyRequest | undefined
  isBusy: boolean
  error: string | null
  onProof: (proof: Proof) => void
}

/** The second step: a code, a passkey or a recovery code, as the user has them (SEC-1). */
export function ProofForm({ methods, passkey, isBusy, error, onProof }: Props) {
  const { t } = useTranslation()
  const canUsePasskey = passkey !== undefined && hasPasskeys()
  const hasApp = methods.includes('totp')
  const [isRecovery, setRecovery] = useState(!hasApp && !canUsePasskey)
  const [code, setCode] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const alert = useRef<HTMLDivElement>(null)
  const shown = fault ?? error
  useEffect(() => {
    if (shown) alert.current?.focus()
  }, [shown])
  const hasBox = hasApp || isRecovery
  const isReady = hasBox && isWholeCode(code, isRecovery) && !isBusy
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setFault(null)
    if (isReady) onProof({ code: code.trim() })
  }
  const askPasskey = () => {
    setFault(null)
    if (passkey)
      showPasskey(passkey).then(
        (proof) => onProof({ passkey: proof }),
        (failed: Error) => setFault(failed.message),
      )
  }
  const change = () => {
    setCode('')
    setFault(null)
    setRecovery(!isRecovery)
  }
  return (
    <form className="proof-form" onSubmit={submit} noValidate aria-busy={isBusy}>
      {hasBox ? <CodeBox value={code} onChange={setCode} isRecovery={isRecovery} /> : null}
      {shown ? (
        <Alert ref={alert} tabIndex={-1} color="bad" variant="light" role="alert">
          {sentence(t, shown)}
        </Alert>
      ) : null}
      {hasBox ? (
        <Button size="md" type="submit" fullWidth disabled={!isReady} loading={isBusy}>
          {t('Verify')}
        </Button>
      ) : null}
      {canUsePasskey ? (
        <Button
          size="md"
          fullWidth
          variant={hasBox ? 'default' : 'filled'}
          leftSection={<IconFingerprint size={18} aria-hidden />}
          disabled={isBusy}
          onClick={askPasskey}
        >
          {t('Use a passkey')}
        </Button>
      ) : null}
      {methods.includes('recovery') && (hasApp || canUsePasskey) ? (
        <button type="button" className="link-button" onClick={change}>
          {t(isRecovery ? (hasApp ? 'Use your authenticator app' : 'Use a passkey instead') : 'Use a recovery code')}
        </button>
      ) : null}
    </form>
  )
}
