import type { NotificationRow } from '@portal/contract/notifications/notifications.ts'
import { PageLink } from '../ui/opening/PageLink.tsx'
import { sentence } from '../ui/words/sentence.ts'
import { useTranslation } from '../ui/words/translation.ts'

type Props = { notice: Pick<NotificationRow, 'message' | 'sentence' | 'link'>; onFollow: () => void }
/** What happened, as a link to the record or to the list that shows it. */
export function NoticeLink({ notice: { message, sentence: english, link }, onFollow }: Props) {
  const { t } = useTranslation()
  return (
    <PageLink to={link.path} search={link.filter.length > 0 ? { filter: link.filter } : {}} onClick={onFollow}>
      {sentence(t, message, english)}
    </PageLink>
  )
}
