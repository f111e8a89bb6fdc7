import { Link, useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../api/session.ts'
import { currentOf, menuOf } from './menu.ts'

export function MenuLinks({ className }: { className: string }) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const session = useSession()
  return (
    <nav className={className} aria-label={t('Main menu')}>
      {menuOf(session).map((item) => (
        <Link key={item.menu} to={item.path} aria-current={currentOf(item, pathname)} activeProps={{}}>
          {t(item.label, { context: 'list' })}
        </Link>
      ))}
    </nav>
  )
}
