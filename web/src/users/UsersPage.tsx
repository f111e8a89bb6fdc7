import './users.css'
import { lockReason } from '@portal/contract/rules/record-locks.ts'
import { activeWords, type UserRow, users } from '@portal/contract/users/users.ts'
import { IconShieldLock } from '@tabler/icons-react'
import { companyLink } from '../list/columns/record-links.tsx'
import { ListPage } from '../list/ListPage.tsx'
import type { Column } from '../list/list-types.ts'
import { lazily } from '../ui/lazily.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { useDialog } from '../ui/use-dialog.tsx'
import { usersPath } from './users.paths.ts'

const PermissionDialog = lazily(() => import('./PermissionDialog.tsx'), 'PermissionDialog')

const permissions = { label: 'View Permission', name: 'View Permission of {record}', icon: IconShieldLock } as const
const columns: Column<UserRow>[] = [
  { key: 'email', header: 'Email', priority: 1, phone: 'title' },
  { key: 'first_name', header: 'First name', phone: 'line' },
  { key: 'last_name', header: 'Last name', phone: 'line' },
  { key: 'company', header: 'Company', priority: 4, phone: 'line', ...companyLink() },
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

const removeNote =
  'Their sessions, picture, own presets and notifications are deleted. Records show “Former user” and a number instead of the name. The tracking log keeps what it recorded about them until its entries expire.'

/** The list of users (USER-1). */
export function UsersPage() {
  const { ask, dialog } = useDialog((row: UserRow, frame) => <PermissionDialog row={row} {...frame} />)
  return (
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
      removeNote={removeNote}
      lockOf={(row) => lockReason(row.lock)}
      binLockOf={(row) => lockReason(row.delete_lock)}
      add={{ endpoint: users.create, label: 'Add User' }}
      markOf={(row) => (row.is_active ? null : <StatusBadge word={activeWords.false} />)}
      rowActions={(row) => [{ ...permissions, look: 'button', onSelect: () => ask(row) }]}
    >
      {dialog}
    </ListPage>
  )
}
