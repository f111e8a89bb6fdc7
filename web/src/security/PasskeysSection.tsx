import { Button } from '@mantine/core'
import { type Passkey, secondFactor } from '@portal/contract/sessions/second-factor.ts'
import { IconFingerprint } from '@tabler/icons-react'
import { useState } from 'react'
import { useAction } from '../api/use-action.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { useDialog } from '../ui/use-dialog.tsx'
import { instantText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { AddPasskeyDialog } from './AddPasskeyDialog.tsx'
import { hasPasskeys } from './passkey.ts'
import { RenamePasskeyDialog } from './RenamePasskeyDialog.tsx'
import { SecuritySection } from './SecuritySection.tsx'

type Props = { passkeys: readonly Passkey[]; onCodes: (codes: string[]) => void }
export function PasskeysSection({ passkeys, onCodes }: Props) {
  const { t } = useTranslation()
  const [isAdding, setAdding] = useState(false)
  const remove = useAction(secondFactor.removePasskey)
  const renaming = useDialog<Passkey>((passkey, frame) => (
    <RenamePasskeyDialog key={`${passkey.id} ${passkey.name}`} passkey={passkey} {...frame} />
  ))
  const removing = useDialog<Passkey>((passkey, { opened, onClose }) => (
    <ConfirmDialog
      opened={opened}
      title={t('Remove the passkey')}
      text={t('Sign-in will no longer accept this passkey. If it is your last step, two-step verification is off.')}
      subject={passkey.name}
      confirm="Remove"
      danger
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ params: { id: passkey.id } }, { onSettled: onClose })}
      onCancel={onClose}
    />
  ))
  return (
    <SecuritySection
      title="Passkeys"
      about="Your fingerprint, face or a security key instead of a code."
      actions={
        hasPasskeys() ? (
          <Button variant="default" onClick={() => setAdding(true)}>
            {t('Add a passkey')}
          </Button>
        ) : null
      }
    >
      {passkeys.length === 0 ? <p className="security-state">{t('No passkeys yet')}</p> : null}
      <ul className="security-list">
        {passkeys.map((passkey) => (
          <li key={passkey.id}>
            <IconFingerprint size={22} aria-hidden className="security-icon" />
            <div className="security-item">
              <strong>{passkey.name}</strong>
              <span>
                {t('Added {at}', { at: instantText(passkey.created_at) })}
                {passkey.last_used_at ? ` · ${t('Last used {at}', { at: instantText(passkey.last_used_at) })}` : ''}
              </span>
            </div>
            <Button
              variant="default"
              size="xs"
              aria-label={t('Rename {name}', { name: passkey.name })}
              onClick={() => renaming.ask(passkey)}
            >
              {t('Rename')}
            </Button>
            <Button
              variant="default"
              size="xs"
              aria-label={t('Remove {name}', { name: passkey.name })}
              onClick={() => removing.ask(passkey)}
            >
              {t('Remove')}
            </Button>
          </li>
        ))}
      </ul>
      <AddPasskeyDialog opened={isAdding} onClose={() => setAdding(false)} onCodes={onCodes} />
      {renaming.dialog}
      {removing.dialog}
    </SecuritySection>
  )
}
