import './todo.css'
import type { TodoKey } from '@portal/contract/todo/todo.ts'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../ui/words/translation.ts'
import { linkTo, todoItems } from './todo-items.ts'
import { countOf, countText, useTodo } from './use-todo.ts'

/** The number of open records, beside the name of their page and not in it (LIT-3). It leads to exactly those. */
export function TodoCount({ of: key }: { of: TodoKey }) {
  const { t } = useTranslation()
  const count = countOf(useTodo(), key)
  if (count === 0) return null
  const name = t('{name}: {value}', { name: t(todoItems[key].label), value: countText(count) })
  return (
    <Link {...linkTo(key)} className="todo-count" aria-label={name} title={name} activeProps={{}}>
      <span>{countText(count)}</span>
    </Link>
  )
}
