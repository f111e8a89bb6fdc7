import { type Todo, type TodoKey, todo, todoLimit } from '@portal/contract/todo/todo.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query-keys.ts'

/** The open work of the user. Counted again each minute while the page is visible, and after every change. */
export function useTodo(): Todo | undefined {
  const { data } = useQuery({
    queryKey: queryKeyOf(todo.get),
    queryFn: ({ signal }) => call(todo.get, {}, { signal }),
    staleTime: 30_000,
    refetchInterval: 60_000,
    refetchOnWindowFocus: true,
  })
  return data
}

/** How much open work there is of a kind: 0 if none, or if the user cannot do it. */
export function countOf(counts: Todo | undefined, key: TodoKey): number {
  const found = counts?.[key] ?? 0
  return typeof found === 'number' ? found : found.length
}

export const countText = (count: number): string => (count >= todoLimit ? `${todoLimit - 1}+` : String(count))
