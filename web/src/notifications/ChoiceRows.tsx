import { Checkbox, NativeSelect } from '@mantine/core'
import {
  type NotificationMail,
  notificationMails,
  notificationMailWords,
  notificationTopicWords,
} from '@portal/contract/notifications/notification-kinds.data.ts'
import type { NotificationChoice } from '@portal/contract/notifications/notifications.ts'
import { use } from 'react'
import { FormContext } from '../form/form-context.ts'
import { useTranslation } from '../ui/words/translation.ts'

type Props = { title: string; isPart: (choice: NotificationChoice) => boolean }
/** A line for each topic: whether it is in the bell, and whether it comes by e-mail. */
export function ChoiceRows({ title, isPart }: Props) {
  const { t } = useTranslation()
  const frame = use(FormContext)
  if (!frame) return null
  const { form, isDisabled } = frame
  const choices = form.state.values.choices as readonly NotificationChoice[]
  const set = (changed: NotificationChoice) =>
    form.change(
      'choices',
      choices.map((one) => (one.topic === changed.topic ? changed : one)),
    )
  const mails = notificationMails.map((value) => ({ value, label: t(notificationMailWords[value]) }))
  return (
    <table className="choices">
      <caption className="sr-only">{t(title)}</caption>
      <thead>
        <tr>
          <th scope="col">{t('What')}</th>
          <th scope="col">{t('In the bell')}</th>
          <th scope="col">{t('By e-mail')}</th>
        </tr>
      </thead>
      <tbody>
        {choices.filter(isPart).map((choice) => {
          const word = t(notificationTopicWords[choice.topic])
          return (
            <tr key={choice.topic}>
              <th scope="row">{word}</th>
              <td>
                <Checkbox
                  aria-label={t('{topic}: in the bell', { topic: word })}
                  disabled={isDisabled}
                  checked={choice.in_bell}
                  onChange={(event) => set({ ...choice, in_bell: event.currentTarget.checked })}
                />
              </td>
              <td>
                <NativeSelect
                  aria-label={t('{topic}: by e-mail', { topic: word })}
                  disabled={isDisabled}
                  data={mails}
                  value={choice.mail}
                  onChange={(event) => set({ ...choice, mail: event.currentTarget.value as NotificationMail })}
                />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
