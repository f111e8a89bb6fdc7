import './users.css'
import { Button } from '@mantine/core'
import { lockReason } from '@portal/contract/rules/record-locks.ts'
import { activeWords, type UserRow, users } from '@portal/contract/users/users.ts'
import { IconShieldLock } from '@tabler/icons-react'
import { lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ListPage } from '../list/ListPage.tsx'
import type { Column } from '../list/list-types.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { WhenFirst } from '../ui/WhenFirst.tsx'
import { usersPath } from './users.paths.ts'

const PermissionDialog = lazy(() =>
  import('./PermissionDialog.tsx').then((module) => ({ default: module.PermissionDialog })),
)

const columns: Column<UserRow>[] = [
  { key: 'id', header: 'Id', hidden: true },
  { key: 'email', header: 'Email', priority: 1, phone: 'title' },
  { key: 'first_name', header: 'First name', phone: 'line' },
  { key: 'last_name', header: 'Last name', phone: 'line' },
  { key: 'company', header: 'Company', priority: 4, phone: 'line' },
  { key: 'phone', header: 'Phone', phone: 'line' },
  { key: 'role', header: 'Role', priority: 3, words: true, phone: 'line' },
  {
    key: 'is_active',
    header: 'Status',
    optional: true,
    phone: 'badge',
    cell: (isActive) => <StatusBadge word={activeWords[isActive ? 'true' : 'false']} />,
  },
]

/** USER-1. */
export function UsersPage() {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<UserRow | null>(null)
  const [isOpen, setOpen] = useState(false)
  const show = (row: UserRow) => {
    setAsked(row)
    setOpen(true)
  }
  return (
    <>
      <ListPage
        title="User"
        path={usersPath}
        endpoint={users.list}
        columns={columns}
        nameOf={(row) => row.email}
        empty={{ none: 'No User records to show', filtered: 'No User found.' }}
        get={users.get}
        update={users.update}
        remove={users.remove}
        lockOf={(row) => lockReason(row.lock)}
        binLockOf={(row) => lockReason(row.delete_lock)}
        add={{ endpoint: users.create, label: 'Add User' }}
        markOf={(row) => (row.is_active ? null : <StatusBadge word={activeWords.false} />)}
        moreActions={(row) => (
          <Button
            className="permission-button"
            size="compact-xs"
            variant="default"
            aria-label={t('View Permission of {record}', { record: row.email })}
            onClick={() => show(row)}
          >
            {t('View Permission')}
          </Button>
        )}
        menuActions={(row) => [{ label: 'View Permission', icon: IconShieldLock, onSelect: () => show(row) }]}
      />
      <WhenFirst asked={asked !== null}>
        <PermissionDialog row={asked} opened={isOpen} onClose={() => setOpen(false)} />
      </WhenFirst>
    </>
  )
}
