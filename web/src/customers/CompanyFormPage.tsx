import './customers.css'
import { companyForm, fuelCompanies } from '@portal/contract/customers/registration.ts'
import { IconListCheck } from '@tabler/icons-react'
import { useAction } from '../api/use-action.ts'
import { FormPage } from '../form/FormPage.tsx'
import { useRecordForm, type Values } from '../form/record-form.ts'
import { LinkButton } from '../ui/LinkButton.tsx'
import { warningIn } from '../ui/words/password-warning.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { CompanySections } from './CompanySections.tsx'
import { blankCompany } from './company-form.ts'
import { customersPath, setupPath } from './customers.paths.ts'

/** Staff enter a company with its first Admin (COMP-2). Its set-up is offered once it is saved (UX-10). */
export function CompanyFormPage({ list }: { list: { path: string; label: string } }) {
  const { t } = useTranslation()
  const form = useRecordForm(companyForm, blankCompany)
  const register = useAction(fuelCompanies.register, {
    keepPlace: true,
    second: (reply) => ({
      ...warningIn(t)(reply),
      actions: [{ label: t('Continue the set-up'), to: setupPath(reply.id) }],
    }),
  })
  const save = (values: Values) => register.mutateAsync({ body: values as typeof companyForm._zod.input })
  const { data } = register
  return (
    <FormPage
      title="Customer Company"
      mode="add"
      form={form}
      list={list}
      saver={{ isPending: register.isPending, mutateAsync: save }}
      recordPath={data && `${customersPath}/${data.id}/view`}
      bar={data ? <LinkButton to={setupPath(data.id)} icon={IconListCheck} label="Continue the set-up" /> : null}
    >
      <CompanySections form={form} />
    </FormPage>
  )
}
