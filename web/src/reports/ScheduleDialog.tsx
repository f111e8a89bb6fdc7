import '@mantine/core/styles/Combobox.css'
import '@mantine/core/styles/PillsInput.css'
import '@mantine/core/styles/Pill.css'
import { MultiSelect } from '@mantine/core'
import { lastingParameters } from '@portal/contract/reports/report-period.rules.ts'
import {
  type ReportRow,
  type ReportSchedule,
  reportCadences,
  reportFormats,
  reportSchedules,
  scheduleInput,
} from '@portal/contract/reports/reports.ts'
import { reportCadenceWords, reportFormatWords } from '@portal/contract/reports/reports-words.data.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query-keys.ts'
import { useAction } from '../api/use-action.ts'
import { useDialogSubmit } from '../form/dialog-submit.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import { fieldsOf } from '../form/fields.ts'
import { useField } from '../form/form-context.ts'
import { useRecordForm } from '../form/record-form.ts'
import { useTranslation } from '../ui/words/translation.ts'

const form = scheduleInput.omit({ key: true, parameters: true })
const { TextField, SelectField } = fieldsOf(form)
type Subject = { key: string; name: string; parameters: ReportRow }
type Props = { subject: Subject; schedule: ReportSchedule | null; opened: boolean; onClose: () => void }

const lasting = (parameters: ReportRow) =>
  Object.fromEntries(Object.entries(lastingParameters(parameters)).filter(([, value]) => value !== null))

/** How often, as what, and to whom a report is mailed (REPT-7). */
export function ScheduleDialog({ subject, schedule, opened, onClose }: Props) {
  const { t } = useTranslation()
  const record = useRecordForm(form, {
    title: schedule?.title ?? t(subject.name),
    cadence: schedule?.cadence ?? ('quarter' in subject.parameters ? 'quarterly' : 'monthly'),
    format: schedule?.format ?? 'pdf',
    is_active: schedule?.is_active ?? true,
    people: schedule?.people.map(({ id }) => id) ?? [],
  })
  const create = useAction(reportSchedules.create)
  const update = useAction(reportSchedules.update)
  const send = (values: Record<string, unknown>) => {
    const fields = form.parse(values)
    const parameters = lasting(subject.parameters)
    return schedule
      ? update.mutateAsync({ params: { id: schedule.id }, body: { ...fields, parameters, version: schedule.version } })
      : create.mutateAsync({ body: { ...fields, key: subject.key, parameters } })
  }
  const wiring = useDialogSubmit(record, send, onClose)
  return (
    <FormDialog
      {...wiring}
      opened={opened}
      title={schedule ? 'Change the schedule' : 'Schedule a report'}
      submit="Save"
      isBusy={create.isPending || update.isPending}
    >
      <TextField name="title" label="Title" isFirst />
      <SelectField
        name="cadence"
        label="How often"
        options={reportCadences.map((one) => ({ value: one, label: t(reportCadenceWords[one]) }))}
      />
      <SelectField
        name="format"
        label="Format"
        options={reportFormats.map((one) => ({ value: one, label: reportFormatWords[one] }))}
      />
      <PeopleField report={subject.key} onChange={(people) => record.change('people', people)} />
      <p className="report-what">
        {t(
          'Every day it reports yesterday, every Monday the week before, and on the first of a month or quarter the one before.',
        )}
      </p>
    </FormDialog>
  )
}

function PeopleField({ report, onChange }: { report: string; onChange: (people: number[]) => void }) {
  const { value, input } = useField<number[]>('people', 'People')
  const { data = [] } = useQuery({
    queryKey: queryKeyOf(reportSchedules.people, { key: report }),
    queryFn: ({ signal }) => call(reportSchedules.people, { query: { key: report } }, { signal }),
  })
  return (
    <MultiSelect
      {...input}
      searchable
      data={data.map(({ id, name, email }) => ({ value: String(id), label: `${name} (${email})` }))}
      value={value.map(String)}
      onChange={(people) => onChange(people.map(Number))}
    />
  )
}
