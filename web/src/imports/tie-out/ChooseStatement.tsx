import { Text } from '@mantine/core'
import { providerStatements } from '@portal/contract/booking/provider-statements.ts'
import { text } from '@portal/contract/fields.ts'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { call } from '../../api/call.ts'
import { queryKeyOf } from '../../api/query-keys.ts'
import { useDialogSubmit } from '../../form/dialog-submit.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { fieldsOf } from '../../form/fields.ts'
import { useRecordForm } from '../../form/record-form.ts'
import { dateText, moneyText } from '../../ui/words/texts.ts'
import { useTranslation } from '../../ui/words/translation.ts'
import type { StatementFacts } from './StatementDialog.tsx'
import { useSaveStatement } from './use-save-statement.ts'

const chosenStatement = z.strictObject({ statement: text(20) })
const { SelectField } = fieldsOf(chosenStatement)

/** Ties the import to a statement that was entered already. */
export function ChooseStatement({
  facts,
  opened,
  onClose,
}: {
  facts: StatementFacts
  opened: boolean
  onClose: () => void
}) {
  const { t, language } = useTranslation()
  const query = { size: '50', filter: [`provider:${facts.provider}`, `currency:${facts.currency}`] }
  const { data } = useQuery({
    queryKey: queryKeyOf(providerStatements.list, { query }),
    queryFn: ({ signal }) => call(providerStatements.list, { query }, { signal }),
    enabled: opened,
  })
  const found = data?.provider_statements ?? []
  const form = useRecordForm(chosenStatement, { statement: null })
  const { change, isPending } = useSaveStatement()
  const send = async ({ statement }: Record<string, unknown>) => {
    const chosen = found.find(({ id }) => String(id) === statement)
    if (chosen)
      await change(chosen, { import_ids: [...chosen.imports.map(({ import_id }) => import_id), facts.importId] })
  }
  const wiring = useDialogSubmit(form, send, onClose)
  return (
    <FormDialog {...wiring} opened={opened} title="Choose a statement" submit="Tie to statement" isBusy={isPending}>
      <Text fw={600}>
        {facts.provider} · {facts.currency}
      </Text>
      {data && found.length === 0 ? <Text size="sm">{t('No statement has been entered yet.')}</Text> : null}
      <SelectField
        name="statement"
        label="Statement"
        searchable
        options={found.map((one) => ({
          value: String(one.id),
          label: [one.number, dateText(one.statement_date), moneyText(one.total, language, one.currency)].join(' · '),
        }))}
      />
    </FormDialog>
  )
}
