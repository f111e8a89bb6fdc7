import '@mantine/spotlight/styles.css'
import '@mantine/core/styles/ScrollArea.css'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import { IconHelp, IconLogout, IconSearch, IconUser } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type RefObject, useEffect, useState } from 'react'
import { useSession } from '../../api/session.ts'
import { helpPath } from '../../help/help.paths.ts'
import { profilePath } from '../../profile/profile.paths.ts'
import { logOut } from '../../sessions/log-out.ts'
import { useTranslation } from '../../ui/words/translation.ts'
import { mayOpen } from '../pages.ts'
import { deeperPages } from './deeper-pages.ts'
import { useRecords } from './find-records.ts'
import { furtherPages } from './further-pages.ts'
import { plain } from './hit-fits.ts'
import { menuOf } from './menu.ts'

const [store, palette] = createSpotlight()

/** Opens any page the user can see, or a record by its number or name. */
export function Palette({ asked, ahead }: { asked: number; ahead: RefObject<string> }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new request opens the palette again.
  useEffect(() => {
    setText(ahead.current)
    ahead.current = ''
    palette.open()
  }, [asked])
  const pages = usePages().filter(({ label }) => plain(label).includes(plain(text)))
  const { groups, isSearching } = useRecords(text)
  const first = pages[0]?.id ?? groups[0]?.records[0]?.path
  // The combobox selects the first hit on typing. Select it again when results arrive later, so Enter works.
  useEffect(() => {
    if (!first || text === '' || document.querySelector('[data-action][data-selected]')) return
    document.querySelector('[data-action]')?.setAttribute('data-selected', 'true')
    store.updateState((state) => ({ ...state, selected: 0 }))
  }, [first, text])
  const isNothing = pages.length === 0 && groups.length === 0
  return (
    <Spotlight.Root
      store={store}
      query={text}
      onQueryChange={setText}
      shortcut={null}
      // Close immediately, so the next Ctrl K does not meet the closing palette.
      transitionProps={{ duration: 0 }}
      scrollable
      centered={false}
      yOffset={80}
      maxHeight="min(520px, 70dvh)"
      attributes={{ content: { 'aria-label': t('Search') } }}
    >
      <Spotlight.Search
        leftSection={<IconSearch size={18} aria-hidden />}
        placeholder={t('A page, card, driver, unit, customer, invoice, receipt or auth code')}
        aria-label={t('Search')}
      />
      {isNothing ? (
        <Spotlight.Empty role="status">{t(isSearching ? 'Searching…' : 'No Record found')}</Spotlight.Empty>
      ) : (
        <Spotlight.ActionsList>
          {pages.map(({ id, ...page }) => (
            <Spotlight.Action key={id} highlightQuery {...page} />
          ))}
          {groups.map(({ group, records }) => (
            <Spotlight.ActionsGroup key={group} label={t(group)} role="group" aria-label={t(group)}>
              {records.map(({ key, label, description, path }) => (
                <Spotlight.Action
                  key={key}
                  highlightQuery
                  label={label}
                  description={description}
                  onClick={() => navigate({ to: path })}
                />
              ))}
            </Spotlight.ActionsGroup>
          ))}
        </Spotlight.ActionsList>
      )}
    </Spotlight.Root>
  )
}

function usePages() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const session = useSession()
  const own = [
    { label: 'Profile', path: profilePath, icon: IconUser },
    { label: 'Help', path: helpPath, icon: IconHelp },
  ]
  const all = [
    ...menuOf(session),
    ...[...furtherPages, ...deeperPages].filter(({ path }) => mayOpen(session, path)),
    ...own,
  ]
  return [
    ...all.map(({ label, path, icon: Icon }) => ({
      id: path,
      label: t(label, { context: 'list' }),
      leftSection: <Icon size={18} stroke={1.6} />,
      onClick: () => navigate({ to: path }),
    })),
    { id: 'logout', label: t('Logout'), leftSection: <IconLogout size={18} stroke={1.6} />, onClick: () => logOut() },
  ]
}
