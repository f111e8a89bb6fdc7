import { Button } from '@mantine/core'
import { type ServiceKey, type ShownKey, serviceKeys } from '@portal/contract/api-keys/api-keys.ts'
import { IconBan, IconPlus, IconRefresh } from '@tabler/icons-react'
import { useSession } from '../api/session.ts'
import { ListPage } from '../list/ListPage.tsx'
import type { RowAction } from '../list/list-types.ts'
import { lazily } from '../ui/lazily.tsx'
import { useDialog } from '../ui/use-dialog.tsx'
import { useTranslation } from '../ui/words/translation.ts'
import { serviceKeysPath } from './api-keys.paths.ts'
import { KeyDetails } from './KeyDetails.tsx'
import { keyColumns } from './key-columns.tsx'

const KeyDialog = lazily(() => import('./KeyDialog.tsx'), 'KeyDialog')
const RotateDialog = lazily(() => import('./RotateDialog.tsx'), 'RotateDialog')
const RevokeDialog = lazily(() => import('./RevokeDialog.tsx'), 'RevokeDialog')
const ShownKeyDialog = lazily(() => import('./ShownKeyDialog.tsx'), 'ShownKeyDialog')

const rotate = { label: 'Rotate', name: 'Rotate {record}', icon: IconRefresh } as const
const revoke = { label: 'Revoke', name: 'Revoke {record}', icon: IconBan, className: 'danger-icon' } as const

/** Keys with which programs call the portal (INTEG-1). */
export function ApiKeysPage() {
  const { t } = useTranslation()
  const { switched } = useSession().profile
  const shown = useDialog((key: ShownKey, frame) => <ShownKeyDialog key={key.key} shown={key} {...frame} />)
  const making = useDialog((at: number, frame) => <KeyDialog key={at} onMade={shown.ask} {...frame} />)
  const rotating = useDialog((key: ServiceKey, frame) => (
    <RotateDialog key={key.id} subject={key} onMade={shown.ask} {...frame} />
  ))
  const revoking = useDialog((key: ServiceKey, frame) => <RevokeDialog subject={key} {...frame} />)
  const actionsOn = (key: ServiceKey): RowAction[] => [
    ...(key.may_rotate ? [{ ...rotate, onSelect: () => rotating.ask(key) }] : []),
    ...(key.state === 'revoked' ? [] : [{ ...revoke, onSelect: () => revoking.ask(key) }]),
  ]
  return (
    <ListPage
      title="API keys"
      path={serviceKeysPath}
      endpoint={serviceKeys.list}
      columns={keyColumns(t)}
      nameOf={({ name }) => name}
      empty={{ none: 'No API keys to show', filtered: 'No Record found' }}
      rowActions={actionsOn}
      expand={(key) => <KeyDetails subject={key} />}
      headActions={
        switched ? null : (
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => making.ask(Date.now())}>
            {t('Create API key')}
          </Button>
        )
      }
    >
      {making.dialog}
      {rotating.dialog}
      {revoking.dialog}
      {shown.dialog}
    </ListPage>
  )
}
