import { Button } from '@mantine/core'
import { secondFactor } from '@portal/contract/sessions/second-factor.ts'
import { useState } from 'react'
import { useAction } from '../api/use-action.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { useTranslation } from '../ui/words/translation.ts'
import { SecuritySection } from './SecuritySection.tsx'

/** What is left for who loses the app and the passkeys. */
export function RecoverySection({ left, onCodes }: { left: number; onCodes: (codes: string[]) => void }) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const renew = useAction(secondFactor.renewCodes)
  const make = () =>
    renew.mutate({}, { onSuccess: ({ recovery_codes }) => onCodes(recovery_codes), onSettled: () => setAsking(false) })
  return (
    <SecuritySection
      title="Recovery codes"
      about="Each signs you in once if you lose your phone or passkey."
      actions={
        <Button variant="default" onClick={() => setAsking(true)}>
          {t('New recovery codes')}
        </Button>
      }
    >
      <p className="security-state">{t('Codes left: {left}', { left })}</p>
      <ConfirmDialog
        opened={isAsking}
        title={t('New recovery codes')}
        text={t('The codes that you have now will stop working.')}
        confirm="Make new codes"
        busy={renew.isPending}
        onConfirm={make}
        onCancel={() => setAsking(false)}
      />
    </SecuritySection>
  )
}
