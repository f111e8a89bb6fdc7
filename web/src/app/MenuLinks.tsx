import { Link, useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSession } from '../api/session.ts'
import { isCurrent, menuOf } from './menu.ts'

export function MenuLinks({ className }: { className: string }) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const session = useSession()
  return (
    <nav className={className} aria-label={t('Main menu')}>
      {menuOf(session).map((item) => (
        <Link key={item.menu} to={item.path} aria-current={isCurrent(item, pathname) ? 'page' : undefined} activeProps={{}}>
          {t(item.label)}
        </Link>
      ))}
    </nav>
  )
}
