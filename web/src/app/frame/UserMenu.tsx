import { Avatar, UnstyledButton } from '@mantine/core'
import { useSession } from '../../api/session.ts'
import { LazyMenu } from '../../ui/LazyMenu.tsx'
import { lazily } from '../../ui/lazily.tsx'
import { useTranslation } from '../../ui/words/translation.ts'

const AccountMenu = lazily(() => import('./AccountMenu.tsx'), 'AccountMenu')

export function UserMenu({ onHelp }: { onHelp: () => void }) {
  const { t } = useTranslation()
  const { profile } = useSession()
  const name = `${profile.first} ${profile.last}`
  const button = (
    <UnstyledButton aria-haspopup="menu" className="user-button">
      <Avatar size={30} src={profile.profile_img} alt="" name={name} color="brand" aria-hidden />
      <span className="sr-only">{t('Account of {name}', { name })}</span>
    </UnstyledButton>
  )
  return <LazyMenu menu={AccountMenu} button={button} onHelp={onHelp} />
}
