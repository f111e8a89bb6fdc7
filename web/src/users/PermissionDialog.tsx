import { levelWords, roleWords } from '@portal/contract/users/users-words.data.ts'
import { sentence } from '../ui/words/sentence.ts'
import './users.css'
import { Alert, Button, Skeleton } from '@mantine/core'
import { type UserRow, users } from '@portal/contract/users/users.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query-keys.ts'
import { Dialog } from '../ui/dialog/Dialog.tsx'
import { Fact } from '../ui/record/Fact.tsx'
import { useTranslation } from '../ui/words/translation.ts'
import { LevelList } from './LevelList.tsx'

type Props = { row: UserRow; opened: boolean; onClose: () => void }

/** Shows a user's permissions (USER-2). */
export function PermissionDialog({ row, opened, onClose }: Props) {
  const { t } = useTranslation()
  const { id } = row
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: queryKeyOf(users.get, { id }),
    queryFn: ({ signal }) => call(users.get, { params: { id } }, { signal }),
    enabled: opened,
  })
  return (
    <Dialog opened={opened} onClose={onClose} title={t('Permission')} size={720}>
      <dl className="user-facts">
        <Fact name={t('Company')}>{row.company ?? ''}</Fact>
        <Fact name={t('Email')}>{row.email}</Fact>
        <Fact name={t('Role')}>{data ? t(roleWords[data.role]) : t(row.role)}</Fact>
      </dl>
      {data ? <LevelList wordOf={(module) => levelWords[data[module]]} /> : null}
      {error ? (
        <Alert color="bad" variant="outline" role="alert">
          <p className="alert-text">{sentence(t, error.message)}</p>
          <Button variant="default" size="xs" loading={isFetching} onClick={() => refetch()}>
            {t('Try again')}
          </Button>
        </Alert>
      ) : data ? null : (
        <Skeleton height={180} />
      )}
    </Dialog>
  )
}
