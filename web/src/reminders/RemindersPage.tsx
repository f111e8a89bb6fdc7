import './reminders.css'
import {
  type ReminderSettings,
  type ReminderSettingsInput,
  reminderSettingsInput,
  reminders,
} from '@portal/contract/reminders/reminders.ts'
import { IconArrowLeft } from '@tabler/icons-react'
import { useAction } from '../api/use-action.ts'
import { settingsPath } from '../billing/billing.paths.ts'
import { FormPage } from '../form/FormPage.tsx'
import { FormSection } from '../form/FormSection.tsx'
import { fieldsOf } from '../form/fields.ts'
import { RecordLoader } from '../form/RecordLoader.tsx'
import { useRecordForm, type Values, valuesOf } from '../form/record-form.ts'
import { LinkButton } from '../ui/LinkButton.tsx'
import { dateText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'

const { ListField, NumberField } = fieldsOf(reminderSettingsInput)

/** When customers are reminded of invoices, and when their statements are mailed (RECV-9). */
export function RemindersPage() {
  return (
    <RecordLoader endpoint={reminders.settings} id="own">
      {(settings, reread) => <RemindersForm settings={settings} reread={reread} />}
    </RecordLoader>
  )
}

type Props = { settings: ReminderSettings; reread: () => Promise<ReminderSettings> }
function RemindersForm({ settings, reread }: Props) {
  const { t } = useTranslation()
  const form = useRecordForm(reminderSettingsInput, valuesOf(reminderSettingsInput, settings))
  const change = useAction(reminders.change, { keepPlace: true })
  const save = async (values: Values) =>
    form.settle(valuesOf(reminderSettingsInput, await change.mutateAsync({ body: values as ReminderSettingsInput })))
  return (
    <FormPage
      title="Reminders and statements"
      mode="edit"
      form={form}
      saver={{ isPending: change.isPending, mutateAsync: save }}
      submit="Save"
      actions={<LinkButton to={settingsPath} icon={IconArrowLeft} label="Billing Settings" />}
      reread={async () => valuesOf(reminderSettingsInput, await reread())}
    >
      <FormSection title="Invoice reminders">
        <ListField
          name="days_before"
          label="Days before the due date"
          hint="Separate several days with commas. 0 is the due date."
          read={Number}
        />
        <ListField
          name="days_after"
          label="Days after the due date"
          hint="Separate several days with commas. Leave it empty to send none."
          read={Number}
        />
        <p className="reminders-note">
          {t(
            'From 8:00, a reminder of each open invoice is e-mailed once for each of these days, with the amount still owing and the invoice attached.',
          )}{' '}
          {takenOut(t, settings.without_reminders)}
        </p>
      </FormSection>
      <FormSection title="Monthly statements">
        <NumberField name="statement_day" label="Day of the month" />
        <p className="reminders-note">
          {t(
            'On this day, from 1 to 28, the statement for the previous month is e-mailed to each customer with a balance or an entry. Leave it empty to send none.',
          )}{' '}
          {takenOut(t, settings.without_statements)}
        </p>
      </FormSection>
      <p className="reminders-note">
        {settings.since
          ? t('These settings apply from {day}. Nothing planned for an earlier day is sent.', {
              day: dateText(settings.since),
            })
          : t('Nothing is sent until these settings are saved for the first time.')}{' '}
        {t('To exclude a customer, open its form and go to E-mails.')}
      </p>
    </FormPage>
  )
}

type Translate = ReturnType<typeof useTranslation>['t']
function takenOut(t: Translate, count: number): string {
  if (count === 0) return t('All customers receive them.')
  return count === 1 ? t('1 customer is excluded.') : t('{count} customers are excluded.', { count })
}
