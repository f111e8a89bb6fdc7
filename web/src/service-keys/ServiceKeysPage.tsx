import './service-keys.css'
import { Button } from '@mantine/core'
import {
  keyStateWords,
  type ServiceKey,
  type ShownKey,
  serviceKeys,
} from '@portal/contract/service-keys/service-keys.ts'
import { IconBan, IconPlus, IconRefresh } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useSession } from '../api/session.ts'
import { badge, instantCell } from '../list/columns/cells.tsx'
import { userLink } from '../list/columns/record-links.tsx'
import { ListPage } from '../list/ListPage.tsx'
import type { Column, RowAction } from '../list/list-types.ts'
import { lazily } from '../ui/lazily.tsx'
import { useDialog } from '../ui/use-dialog.tsx'
import { instantText } from '../ui/words/texts.ts'
import { KeyDetails } from './KeyDetails.tsx'
import { groupsOf } from './scope-words.ts'
import { serviceKeysPath } from './service-keys.paths.ts'

const KeyDialog = lazily(() => import('./KeyDialog.tsx'), 'KeyDialog')
const RotateDialog = lazily(() => import('./RotateDialog.tsx'), 'RotateDialog')
const RevokeDialog = lazily(() => import('./RevokeDialog.tsx'), 'RevokeDialog')
const ShownKeyDialog = lazily(() => import('./ShownKeyDialog.tsx'), 'ShownKeyDialog')

const screensText = (t: TFunction, { scopes }: ServiceKey): string =>
  groupsOf(scopes)
    .map(({ screen }) => t(screen))
    .join(', ')
const columnsFor = (t: TFunction): Column<ServiceKey>[] => [
  { key: 'name', header: 'Name', priority: 1, phone: 'title' },
  { key: 'key_start', header: 'Key', priority: 6, cell: (start) => <code className="key-start">{`${start}_…`}</code> },
  {
    key: 'scopes',
    header: 'Scopes',
    priority: 4,
    phone: 'line',
    cell: (_, key) => (
      <span className="key-scopes-cell" title={screensText(t, key)}>
        {screensText(t, key)}
      </span>
    ),
  },
  { key: 'created_by', header: 'Made by', priority: 7, ...userLink() },
  {
    key: 'expires_at',
    header: 'Expires',
    priority: 3,
    phone: 'line',
    cell: (at) => (at === null ? t('Never') : instantText(at)),
  },
  { key: 'last_used_at', header: 'Last use', priority: 5, phone: 'line', ...instantCell },
  { key: 'state', header: 'State', priority: 2, phone: 'badge', ...badge(keyStateWords, 'service_keys') },
  { key: 'created_at', header: 'Created', optional: true, ...instantCell },
  { key: 'last_used_from', header: 'Last used from', optional: true },
]

const rotate = { label: 'Rotate', name: 'Rotate {record}', icon: IconRefresh } as const
const revoke = { label: 'Revoke', name: 'Revoke {record}', icon: IconBan, className: 'danger-icon' } as const

/** Keys with which programs call the portal (INTEG-1). */
export function ServiceKeysPage() {
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
      columns={columnsFor(t)}
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
