import './notifications.css'
import { Button } from '@mantine/core'
import { notifications } from '@portal/contract/notifications/notifications.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query-keys.ts'
import { PageLink } from '../ui/opening/PageLink.tsx'
import { instantText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { NoticeLink } from './NoticeLink.tsx'
import { notificationsPath } from './notifications.paths.ts'
import { useMarking } from './use-marking.ts'
import { useUnreadCount } from './use-unread-count.ts'

const shown = { query: { size: 5 } }
/** The newest notifications that last, in the bell above the messages of this session (UX-7). */
export function BellNotices({ onFollow }: { onFollow: () => void }) {
  const { t } = useTranslation()
  const mark = useMarking()
  const unread = useUnreadCount()
  const { data, isError } = useQuery({
    queryKey: queryKeyOf(notifications.list, shown),
    queryFn: ({ signal }) => call(notifications.list, shown, { signal }),
    refetchOnMount: 'always',
  })
  const notices = data?.notifications ?? []
  return (
    <section className="bell-notices" aria-label={t('Notifications')} aria-busy={!data && !isError}>
      <div className="bell-notices-head">
        <h2>{t('Notifications')}</h2>
        {unread > 0 ? (
          <Button variant="subtle" size="compact-xs" onClick={() => mark(true)}>
            {t('Mark all as read')}
          </Button>
        ) : null}
      </div>
      {isError ? <p className="bell-empty">{t('Oops! Something broke, we are working on a fix.')}</p> : null}
      {data && notices.length === 0 ? <p className="bell-empty">{t('No notifications yet')}</p> : null}
      <ul>
        {notices.map((notice) => (
          <li key={notice.id} className="notice" data-state={notice.state}>
            <NoticeLink
              notice={notice}
              onFollow={() => {
                if (notice.state === 'unread') mark(true, [notice.id])
                onFollow()
              }}
            />
            <time dateTime={notice.created_at}>{instantText(notice.created_at)}</time>
          </li>
        ))}
      </ul>
      <PageLink to={notificationsPath} onClick={onFollow}>
        {t('All notifications')}
      </PageLink>
    </section>
  )
}
