import './security.css'
import { Alert, Button, Loader } from '@mantine/core'
import { AppError } from '@portal/contract/errors.ts'
import { secondFactor } from '@portal/contract/sessions/second-factor.ts'
import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { call } from '../api/call.ts'
import { useAction } from '../api/use-action.ts'
import { sentence } from '../ui/words/sentence.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { CodeBox } from './CodeBox.tsx'
import { isWholeCode } from './whole-code.ts'

type Begun = { secret: string; uri: string; qr: { size: number; path: string } }

/** Scan, type the first code, and get the recovery codes (SEC-1). */
export function AppSetUp({ onCodes }: { onCodes: (codes: string[]) => void }) {
  const { t } = useTranslation()
  // Each opening is a new secret, which an unfinished one never becomes.
  const begun = useQuery({
    queryKey: ['app-set-up'],
    queryFn: () => call(secondFactor.begin, {}),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  if (begun.error)
    return (
      <Alert color="bad" variant="light" role="alert">
        {sentence(t, begun.error.message)}
      </Alert>
    )
  return begun.data ? <FirstCode begun={begun.data} onCodes={onCodes} /> : <Loader size={20} />
}

function FirstCode({ begun, onCodes }: { begun: Begun; onCodes: (codes: string[]) => void }) {
  const { t } = useTranslation()
  const [code, setCode] = useState('')
  const confirm = useAction(secondFactor.confirm, { isShownInPlace: true })
  const isReady = isWholeCode(code, false) && !confirm.isPending
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isReady) confirm.mutate({ body: { code } }, { onSuccess: ({ recovery_codes }) => onCodes(recovery_codes) })
  }
  const { error } = confirm
  const fault = error instanceof AppError ? (error.fields?.code ?? error.message) : error?.message
  return (
    <form className="proof-form" onSubmit={submit} noValidate>
      <ol className="set-up-steps">
        <li>{t('Scan this QR code with an authenticator app, or open it on this device.')}</li>
        <li>{t('Enter the six digits that the app shows.')}</li>
      </ol>
      <QrCode {...begun.qr} />
      <p className="set-up-secret">
        <a href={begun.uri}>{t('Open an authenticator app')}</a>
        <span>{t('Or type this key:')}</span>
        <code>{begun.secret.match(/.{1,4}/g)?.join(' ')}</code>
      </p>
      <CodeBox value={code} onChange={setCode} error={fault ? sentence(t, fault) : undefined} />
      <Button size="md" type="submit" fullWidth disabled={!isReady} loading={confirm.isPending}>
        {t('Turn on')}
      </Button>
    </form>
  )
}

/** Dark on light in both schemes, with the quiet border that scanners need. */
function QrCode({ size, path }: Begun['qr']) {
  const { t } = useTranslation()
  return (
    <svg className="qr-code" viewBox={`-2 -2 ${size + 4} ${size + 4}`} role="img" aria-label={t('QR code')}>
      <path d={`M-2 -2h${size + 4}v${size + 4}h-${size + 4}z`} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}
