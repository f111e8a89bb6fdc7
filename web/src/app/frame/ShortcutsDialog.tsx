import { Checkbox } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { helpPath } from '../../help/help.paths.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { shortcutsAreOn, switchShortcuts } from '../../ui/shortcuts.ts'
import { useTranslation } from '../../ui/words/translation.ts'

const keys = [
  ['Ctrl K', 'Search'],
  ['/', 'Advanced Filter'],
  ['j / k', 'Next and previous record'],
  ['Enter', 'View the record'],
  ['e', 'Edit the record'],
  ['x', 'Select the record'],
  ['?', 'Keyboard shortcuts'],
] as const

export function ShortcutsDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const [on, setOn] = useState(shortcutsAreOn)
  return (
    <Dialog opened={opened} onClose={onClose} title={t('Keyboard shortcuts')} size={440}>
      <dl className="shortcut-list">
        {keys.map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{t(meaning)}</dd>
          </div>
        ))}
      </dl>
      <Checkbox
        label={t('Use single-key shortcuts')}
        checked={on}
        onChange={(event) => {
          setOn(event.currentTarget.checked)
          switchShortcuts(event.currentTarget.checked)
        }}
      />
      <p className="shortcut-help">
        <Link to={helpPath} onClick={onClose}>
          {t('Help and glossary')}
        </Link>
      </p>
    </Dialog>
  )
}
