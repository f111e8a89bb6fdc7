import { type Budget, budgetInput, budgets } from '@portal/contract/budgets/budgets.ts'
import { currencies } from '@portal/contract/rules/currency.ts'
import { useIsStaff } from '../api/session.ts'
import { useAction } from '../api/use-action.ts'
import { useDialogSubmit } from '../form/dialog-submit.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import { fieldsOf } from '../form/fields.ts'
import { useField } from '../form/form-context.ts'
import { useRecordForm } from '../form/record-form.ts'
import { CompanySelect } from '../pickers/CompanySelect.tsx'
import { dayHere } from '../ui/words/day.ts'
import { monthText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'

const form = budgetInput.omit({ version: true })
const { NumberField, SelectField, DateField } = fieldsOf(form)
type Props = { budget: Budget | null; opened: boolean; onClose: () => void }

/** Sets a budget from a month on, or changes its amount. */
export function BudgetDialog({ budget, opened, onClose }: Props) {
  const { t, language } = useTranslation()
  const isStaff = useIsStaff()
  const record = useRecordForm(form, {
    company_id: budget?.company_id ?? null,
    currency: budget?.currency ?? 'CAD',
    from_month: budget?.from_month ?? `${dayHere(new Date()).slice(0, 8)}01`,
    amount: budget?.amount ?? null,
  })
  const save = useAction(budgets.save)
  const send = (values: Record<string, unknown>) =>
    save.mutateAsync({ body: { ...form.parse(values), version: budget?.version ?? null } })
  const wiring = useDialogSubmit(record, send, onClose)
  return (
    <FormDialog
      {...wiring}
      opened={opened}
      title={budget ? 'Change the budget' : 'Set a budget'}
      submit="Save"
      isBusy={save.isPending}
    >
      {budget ? (
        <p>
          {t('{company} from {month} on, in {currency}', {
            company: budget.company_name,
            month: monthText(budget.from_month.slice(0, 7), language),
            currency: budget.currency,
          })}
        </p>
      ) : (
        <>
          {isStaff ? <CompanyField /> : null}
          <SelectField
            name="currency"
            label="Currency"
            options={currencies.map((one) => ({ value: one, label: one }))}
          />
          <DateField name="from_month" label="From month" hint={t('It holds from the first of this month on.')} />
        </>
      )}
      <NumberField name="amount" label="Monthly budget" decimals={2} />
    </FormDialog>
  )
}

function CompanyField() {
  const { value, set, input } = useField<number | null>('company_id', 'Customer')
  return <CompanySelect {...input} value={value} onChange={(company) => set(company?.id ?? null)} />
}
