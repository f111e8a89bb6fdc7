import { Loader, Text } from '@mantine/core'
import { AppError } from '@portal/contract/errors.ts'
import { secondFactor } from '@portal/contract/sessions/second-factor.ts'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../api/call.ts'
import { Dialog } from '../ui/dialog/Dialog.tsx'
import { useTranslation } from '../ui/words/translation.ts'
import { type Proof, ProofForm } from './ProofForm.tsx'

type Props = { opened: boolean; onProved: () => void; onCancel: () => void }

/** Stands over whatever made the call, which goes on once this is done. */
export function StepUpDialog({ opened, onProved, onCancel }: Props) {
  const { t } = useTranslation()
  const challenge = useMutation({ mutationFn: () => call(secondFactor.challenge, {}) })
  const { mutate: ask } = challenge
  const verify = useMutation({
    mutationFn: (proof: Proof) =>
      call(secondFactor.verify, {
        body: 'passkey' in proof ? { ...proof, challenge: challenge.data?.challenge } : proof,
      }),
    onSuccess: onProved,
  })
  const { reset } = verify
  useEffect(() => {
    if (!opened) return
    reset()
    ask()
  }, [opened, ask, reset])
  const error = verify.error ?? challenge.error
  return (
    <Dialog opened={opened} onClose={onCancel} title={t('Confirm that it is you')} size={420}>
      <Text size="sm" mb={16}>
        {t('This needs your second step. You will not be asked for it again for 10 minutes.')}
      </Text>
      {challenge.data ? (
        <ProofForm
          methods={challenge.data.methods}
          passkey={challenge.data.passkey}
          isBusy={verify.isPending}
          error={error ? faultOf(error) : null}
          onProof={(proof) => verify.mutate(proof)}
        />
      ) : error ? (
        <Text role="alert">{faultOf(error)}</Text>
      ) : (
        <Loader size={20} />
      )}
    </Dialog>
  )
}

/** A field's own sentence, else the error's. */
const faultOf = (error: Error): string =>
  (error instanceof AppError && Object.values(error.fields ?? {})[0]) || error.message
