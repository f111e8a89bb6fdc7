import '@mantine/spotlight/styles.css'
import '@mantine/core/styles/ScrollArea.css'
import { Spotlight, spotlight } from '@mantine/spotlight'
import { IconSearch, IconUser } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../api/session.ts'
import { menuOf } from './menu.ts'

/** Go anywhere by typing. It offers what the menu offers, by the same permissions. */
export function Palette({ asked }: { asked: number }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const session = useSession()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new asking opens it again.
  useEffect(() => spotlight.open(), [asked])
  const destinations = menuOf(session).map(({ menu, label, path, icon: Icon }) => ({
    id: menu,
    label: t(label),
    leftSection: <Icon size={18} stroke={1.6} />,
    onClick: () => navigate({ to: path }),
  }))
  const profile = {
    id: 'profile',
    label: t('Profile'),
    leftSection: <IconUser size={18} stroke={1.6} />,
    onClick: () => navigate({ to: '/profile' }),
  }
  return (
    <Spotlight
      actions={[...destinations, profile]}
      shortcut={null}
      attributes={{ content: { 'aria-label': t('Search') } }}
      nothingFound={t('No Record found')}
      highlightQuery
      searchProps={{ leftSection: <IconSearch size={18} aria-hidden />, placeholder: t('Where to?'), 'aria-label': t('Search') }}
    />
  )
}
