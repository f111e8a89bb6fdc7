import {
  type Density,
  type KeptView,
  type ListLayout,
  type ListSettings,
  listSettings,
  type ShownColumn,
} from '@portal/contract/views/list-settings.ts'
import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../api/call.ts'
import { type Session, sessionKey, useSession } from '../api/session.ts'
import { notify } from '../ui/notify.ts'
import { sentence } from '../ui/words/sentence.ts'

const nothingArranged: ListLayout = { columns: null, view: null }

/**
 * How the user has arranged lists (UX-6). It came with the session, so that no list waits for it; a change shows at once
 * and is stored with the user, for every device.
 */
export function useListSettings(list: string) {
  const session = useSession()
  const queries = useQueryClient()
  const { t } = useTranslation()
  const settings = useQuery<Session>({ queryKey: sessionKey, queryFn: skipToken }).data?.lists ?? session.lists
  const layout = settings.layouts[list] ?? nothingArranged
  const show = (change: (now: ListSettings) => ListSettings) =>
    queries.setQueryData<Session>(sessionKey, (now) => now && { ...now, lists: change(now.lists) })
  const arranged = (part: Partial<ListLayout>) =>
    show((now) => ({
      ...now,
      layouts: { ...now.layouts, [list]: { ...nothingArranged, ...now.layouts[list], ...part } },
    }))
  const store = useMutation({
    mutationFn: (send: () => Promise<unknown>) => send(),
    onError: (error) => notify.failure(t('Operation Failed!'), sentence(t, error.message)),
  })
  return {
    density: settings.density,
    mayShare: settings.may_share,
    layout,
    arrange: (columns: ShownColumn[] | null) => {
      arranged({ columns })
      store.mutate(() => call(listSettings.arrange, { body: { list, columns } }))
    },
    openWith: (view: KeptView | null) => {
      arranged({ view })
      store.mutate(() => call(listSettings.arrange, { body: { list, view_id: view?.id ?? null } }))
    },
    /** After its view was deleted, which the server has forgotten too. */
    forgetView: () => arranged({ view: null }),
    chooseDensity: (density: Density) => {
      show((now) => ({ ...now, density }))
      store.mutate(() => call(listSettings.setDensity, { body: { density } }))
    },
  }
}
export type OwnListSettings = ReturnType<typeof useListSettings>
