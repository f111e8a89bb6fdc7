import { Link, useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../api/session.ts'
import { TodoCount } from '../../todo/TodoCount.tsx'
import { countOf, useTodo } from '../../todo/use-todo.ts'
import { currentOf, type MenuItem, menuOf } from './menu.ts'

export function MenuLinks({ className }: { className: string }) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const session = useSession()
  return (
    <nav className={className} aria-label={t('Main menu')}>
      {menuOf(session).map((item) => (
        <span key={item.menu}>
          <Link to={item.path} aria-current={currentOf(item, pathname)} activeProps={{}}>
            {t(item.label, { context: 'list' })}
          </Link>
          <FirstOpen of={item.todo} />
        </span>
      ))}
    </nav>
  )
}

/** The count of the first kind of work that has some, so that its number leads to exactly those. */
function FirstOpen({ of: keys = [] }: { of: MenuItem['todo'] }) {
  const counts = useTodo()
  const first = keys.find((key) => countOf(counts, key) > 0)
  return first ? <TodoCount of={first} /> : null
}
