import { type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core'
import { IconHelp, IconKeyboard, IconLogout, IconSettings, IconSwitchHorizontal, IconUser } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { type Session, useSession } from '../../api/session.ts'
import { helpPath } from '../../help/help.paths.ts'
import { profilePath } from '../../profile/profile.paths.ts'
import { logOut } from '../../sessions/log-out.ts'
import { chooseLanguage } from '../../sessions/person-language.ts'
import type { MenuButton } from '../../ui/LazyMenu.tsx'
import { lazily } from '../../ui/lazily.tsx'
import { notify } from '../../ui/notify.ts'
import { type Language, languages } from '../../ui/words/language.ts'
import { sentence } from '../../ui/words/sentence.ts'
import { useTranslation } from '../../ui/words/translation.ts'
import { mayOpen } from '../pages.ts'
import { administration } from './section-tabs.ts'

const SwitchDialog = lazily(() => import('../../sessions/SwitchDialog.tsx'), 'SwitchDialog')

const schemes = { light: 'Light', dark: 'Dark', auto: 'Same as system' } as const satisfies Record<
  MantineColorScheme,
  string
>

export function AccountMenu({ button, onHelp }: { button: MenuButton; onHelp: () => void }) {
  const { t } = useTranslation()
  const session = useSession()
  const { profile, company } = session
  const [isSwitching, setSwitching] = useState(false)
  const fullName = `${profile.first} ${profile.last}`
  const refusal = switchRefusal(session)
  return (
    <>
      <Menu position="bottom-end" width={248} defaultOpened>
        <Menu.Target>{button}</Menu.Target>
        <Menu.Dropdown>
          <div className="user-names">
            <strong>{fullName}</strong>
            <span>{company.name}</span>
          </div>
          <Menu.Divider />
          <Menu.Item component={Link} to={profilePath} leftSection={<IconUser size={16} aria-hidden />}>
            {t('Profile')}
          </Menu.Item>
          <Menu.Item
            disabled={refusal !== null}
            title={refusal ? sentence(t, refusal) : undefined}
            leftSection={<IconSwitchHorizontal size={16} aria-hidden />}
            onClick={() => setSwitching(true)}
          >
            {t('Switch Account')}
            {refusal ? <small className="menu-reason">{sentence(t, refusal)}</small> : null}
          </Menu.Item>
          <Administration />
          <Preferences />
          <Menu.Divider />
          <Menu.Item component={Link} to={helpPath} leftSection={<IconHelp size={16} aria-hidden />}>
            {t('Help')}
          </Menu.Item>
          <Menu.Item leftSection={<IconKeyboard size={16} aria-hidden />} onClick={onHelp}>
            {t('Keyboard shortcuts')}
          </Menu.Item>
          <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => logOut()}>
            {t('Logout')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isSwitching ? (
        <Suspense fallback={null}>
          <SwitchDialog opened onClose={() => setSwitching(false)} />
        </Suspense>
      ) : null}
    </>
  )
}

/** Leads to the first of its pages that the user can open; the others are tabs there. */
function Administration() {
  const { t } = useTranslation()
  const session = useSession()
  const first = administration.tabs.find(({ path }) => mayOpen(session, path))
  return first ? (
    <Menu.Item component={Link} to={first.path} leftSection={<IconSettings size={16} aria-hidden />}>
      {t(administration.label)}
    </Menu.Item>
  ) : null
}

/** The flag decides (SWITCH-2), and switches do not nest (SWITCH-5). */
function switchRefusal({ profile }: Session): string | null {
  if (profile.switched) return 'auth.already-switched'
  return profile.isUserEligibleForAccountSwitch ? null : 'auth.not-eligible'
}

function Preferences() {
  const { t, language } = useTranslation()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const choose = useMutation({
    mutationFn: chooseLanguage,
    onError: (error) => notify.failure(t('Operation Failed!'), sentence(t, error.message)),
  })
  return (
    <>
      <Menu.Divider />
      <Menu.Label>{t('Language')}</Menu.Label>
      <Menu.RadioGroup value={language} onChange={(chosen) => choose.mutate(chosen as Language)}>
        {Object.entries(languages).map(([code, name]) => (
          <Menu.RadioItem key={code} value={code} lang={code}>
            {name}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <Menu.Label>{t('Theme')}</Menu.Label>
      <Menu.RadioGroup value={colorScheme} onChange={(scheme) => setColorScheme(scheme as MantineColorScheme)}>
        {Object.entries(schemes).map(([scheme, name]) => (
          <Menu.RadioItem key={scheme} value={scheme}>
            {t(name)}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  )
}
