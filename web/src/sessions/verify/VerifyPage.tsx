import { Alert, Button, TextInput } from '@mantine/core'
import { verification } from '@portal/contract/verify/verify.ts'
import { useMutation } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { type ReactNode, type SubmitEvent, Suspense, useEffect, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { lazily } from '../../ui/lazily.tsx'
import { useTranslation } from '../../ui/words/translation.ts'
import { failureText } from '../failure-text.ts'
import { SignInFrame } from '../SignInFrame.tsx'
import { canHash, hashFile } from './hash-file.ts'
import { type Checked, VerifiedResult } from './VerifiedResult.tsx'

/** Loads with this page, and so adds nothing to the first load of the others. */
const FileDrop = lazily(() => import('../../imports/FileDrop.tsx'), 'FileDrop')

type Given = { code: string } | { file: File }
/** The file itself stays in the browser; only its hash is sent. */
async function check(given: Given): Promise<Checked> {
  if ('code' in given) {
    const { document } = await call(verification.check, { body: { code: given.code } }, { keepPlace: true })
    return { by: 'code', document }
  }
  const sha256 = await hashFile(given.file)
  if (sha256 === null) return { by: 'file', document: null }
  const { document } = await call(verification.check, { body: { sha256 } }, { keepPlace: true })
  return { by: 'file', document }
}

/** Whether a document was issued here, for anyone who has its code or its file (RECV-12). */
export function VerifyPage({ brandMark }: { brandMark: ReactNode }) {
  const { t } = useTranslation()
  const { code: scanned = '' } = useSearch({ strict: false }) as { code?: string }
  const [code, setCode] = useState(scanned)
  const [file, setFile] = useState<File | null>(null)
  const outcome = useRef<HTMLDivElement>(null)
  const { mutate, data, error, isPending, isSuccess } = useMutation({ mutationFn: check })
  // The QR code of a document leads here with its code.
  useEffect(() => {
    if (scanned !== '') mutate({ code: scanned })
  }, [scanned, mutate])
  useEffect(() => {
    if (error || isSuccess) outcome.current?.focus()
  }, [error, isSuccess])
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (code.trim() === '' || isPending) return
    setFile(null)
    mutate({ code })
  }
  const choose = (chosen: File) => {
    setFile(chosen)
    mutate({ file: chosen })
  }
  return (
    <SignInFrame heading={t('Verify a document')} brandMark={brandMark}>
      <div className="verify">
        <p className="sign-in-text">
          {t('Enter the code printed on the document, or choose its file, to see whether it was issued here.')}
        </p>
        <form className="verify-code" onSubmit={submit} noValidate>
          <TextInput
            size="md"
            label={t('Code')}
            placeholder="7KQM-2F9T-4WXD"
            autoComplete="off"
            spellCheck={false}
            maxLength={40}
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
          <Button size="md" type="submit" disabled={code.trim() === ''} loading={isPending && !file}>
            {t('Verify')}
          </Button>
        </form>
        <FileArea file={file} isPending={isPending} onChoose={choose} />
        {error ? (
          <Alert ref={outcome} tabIndex={-1} color="bad" variant="light" role="alert">
            {failureText(error, t)}
          </Alert>
        ) : null}
        {data && !isPending ? <VerifiedResult {...data} focusRef={outcome} /> : null}
      </div>
      <div className="sign-in-links">
        <a href="/">{t('Back to sign in')}</a>
      </div>
    </SignInFrame>
  )
}

type FileAreaProps = { file: File | null; isPending: boolean; onChoose: (file: File) => void }
function FileArea({ file, isPending, onChoose }: FileAreaProps) {
  const { t } = useTranslation()
  const insecure = canHash() ? undefined : t('Verifying a file needs a secure connection. Open this page with https.')
  return (
    <div className="verify-file">
      <Suspense fallback={null}>
        <FileDrop
          file={file}
          accept={['.pdf', '.csv']}
          note={t('The file stays on this device. Only its fingerprint (SHA-256) is sent.')}
          error={insecure}
          isDisabled={isPending || insecure !== undefined}
          onChoose={onChoose}
        />
      </Suspense>
    </div>
  )
}
