import './notifications.css'
import { Alert } from '@mantine/core'
import { severeRules } from '@portal/contract/exceptions/exception-rules.data.ts'
import { dailyMailHour, kindOfTopic } from '@portal/contract/notifications/notification-kinds.data.ts'
import {
  type NotificationChoice,
  type NotificationChoices,
  notificationChoicesInput,
  notifications,
} from '@portal/contract/notifications/notifications.ts'
import { useSession } from '../api/session.ts'
import { useAction } from '../api/use-action.ts'
import { FormPage } from '../form/FormPage.tsx'
import { FormSection } from '../form/FormSection.tsx'
import { RecordLoader } from '../form/RecordLoader.tsx'
import { useRecordForm, type Values } from '../form/record-form.ts'
import { sentence } from '../ui/words/sentence.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { ChoiceRows } from './ChoiceRows.tsx'
import { notificationsPath } from './notifications.paths.ts'

/** How the person learns of what: in the bell, by e-mail at once, or in a daily e-mail (UX-7, EXC-3). */
export function NotificationChoicesPage() {
  return (
    <RecordLoader endpoint={notifications.choices} id="own">
      {(stored, reread) => <ChoicesForm stored={stored} reread={reread} />}
    </RecordLoader>
  )
}

const isException = ({ topic }: NotificationChoice): boolean => kindOfTopic(topic) === 'exception'
const isSevere = ({ topic }: NotificationChoice): boolean => severeRules.includes(topic)

type Props = { stored: NotificationChoices; reread: () => Promise<NotificationChoices> }
function ChoicesForm({ stored, reread }: Props) {
  const { t } = useTranslation()
  const { switched } = useSession().profile
  const form = useRecordForm(notificationChoicesInput, stored as Values)
  const choose = useAction(notifications.choose, { keepPlace: true })
  const save = async (values: Values) =>
    form.settle((await choose.mutateAsync({ body: values as NotificationChoices })) as Values)
  const sections = [
    { title: 'Invoices, cards and imports', isPart: (choice: NotificationChoice) => !isException(choice) },
    { title: 'Severe exceptions', isPart: (choice: NotificationChoice) => isException(choice) && isSevere(choice) },
    { title: 'Other exceptions', isPart: (choice: NotificationChoice) => isException(choice) && !isSevere(choice) },
  ]
  const filled = sections.filter(({ isPart }) => stored.choices.some(isPart))
  return (
    <FormPage
      title="Your notifications"
      mode={switched ? 'view' : 'edit'}
      form={form}
      list={{ path: notificationsPath, label: 'Notifications' }}
      saver={{ isPending: choose.isPending, mutateAsync: save }}
      submit="Save"
      reread={async () => (await reread()) as Values}
    >
      {switched ? <Alert color="gray">{sentence(t, 'profile.switched')}</Alert> : null}
      <p className="choices-note">
        {t('The daily e-mail is sent at {hour}:00, if there is anything to report.', { hour: dailyMailHour })}{' '}
        {t('You are notified only about what you can see, and not about what you do yourself.')}
      </p>
      {filled.map(({ title, isPart }) => (
        <FormSection key={title} title={title}>
          <ChoiceRows title={title} isPart={isPart} />
        </FormSection>
      ))}
      {filled.length === 0 ? <p>{t('No notifications are available with your permissions.')}</p> : null}
    </FormPage>
  )
}
