import type { Customer } from '@portal/contract/customers/customers.ts'
import { levels, modules, roles } from '@portal/contract/permissions.ts'
import { userInput, users } from '@portal/contract/users/users.ts'
import { roleWords } from '@portal/contract/users/users-words.data.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { z } from 'zod'
import { call } from '../../api/call.ts'
import { queryKeyOf } from '../../api/query-keys.ts'
import { useCan } from '../../api/session.ts'
import { useAction } from '../../api/use-action.ts'
import { SelectField } from '../../form/fields/SelectField.tsx'
import { fieldsOf } from '../../form/fields.ts'
import { useRecordForm, type Values } from '../../form/record-form.ts'
import { PageLink } from '../../ui/opening/PageLink.tsx'
import { useTranslation } from '../../ui/words/translation.ts'
import { usersPath } from '../../users/users.paths.ts'
import { StepForm } from './StepForm.tsx'
import { StepPlain } from './StepPlain.tsx'
import { useRefreshed } from './use-refreshed.ts'

const { first_name, last_name, email, phone, role } = userInput.shape
const inviting = z.object({ first_name, last_name, email, phone, role })
const { TextField } = fieldsOf(inviting)
const roleOptions = Object.entries(roleWords).map(([value, label]) => ({ value, label }))
/** A User of the customer sees its cards, transactions and invoices; an Admin everything. */
const viewed = ['view_fuel_cards', 'view_transactions', 'view_invoices']

type Props = { customer: Customer; ways: ReactNode }

/** Who of the customer can sign in, and an invitation for one more. */
export function UsersStep({ customer, ways }: Props) {
  const { t } = useTranslation()
  const can = useCan()
  const [round, setRound] = useState(0)
  const query = { filter: [`company:${customer.name}`], size: 10 }
  const { data } = useQuery({
    queryKey: queryKeyOf(users.list, query),
    queryFn: ({ signal }) => call(users.list, { query }, { signal }),
    enabled: can(users.list),
  })
  const own = data?.users.filter(({ company_id }) => company_id === customer.id) ?? []
  const hasPlace = customer.billing_country && customer.billing_state && customer.billing_city
  return (
    <>
      {own.length > 0 ? (
        <ul className="setup-list">
          {own.map((user) => (
            <li key={user.id}>
              <PageLink to={`${usersPath}/${user.id}/view`}>
                {user.first_name} {user.last_name}
              </PageLink>{' '}
              {user.email} · {t(user.role)}
            </li>
          ))}
        </ul>
      ) : null}
      {can(users.create) && hasPlace ? (
        <Invite key={round} customer={customer} ways={ways} onInvited={() => setRound(round + 1)} />
      ) : (
        <>
          {hasPlace ? null : <p className="wizard-note">{t('Enter the billing address first.')}</p>}
          <StepPlain ways={ways} isRefused={!can(users.create)} />
        </>
      )}
    </>
  )
}

function Invite({ customer, ways, onInvited }: Props & { onInvited: () => void }) {
  const { t } = useTranslation()
  const form = useRecordForm(inviting, {
    first_name: '',
    last_name: '',
    email: '',
    phone: customer.phone ?? '',
    role: String(roles.admin),
  })
  const create = useAction(users.create, { keepPlace: true })
  const refresh = useRefreshed()
  const save = async (values: Values) => {
    const level = (module: string) =>
      values.role === String(roles.admin) ? levels.full : viewed.includes(module) ? levels.access : levels.none
    await create.mutateAsync({
      body: {
        ...(values as typeof inviting._zod.input),
        ...Object.fromEntries(modules.map((module) => [module, level(module)])),
        company: customer.id,
        country: customer.billing_country ?? '',
        province: customer.billing_state ?? '',
        city: customer.billing_city ?? '',
        invite: true,
      },
    })
    await refresh()
  }
  return (
    <StepForm
      form={form}
      submit="Send an invitation"
      save={save}
      isBusy={create.isPending}
      onSaved={onInvited}
      ways={ways}
    >
      <p className="wizard-note">{t('The user gets a link, valid for 7 days, to choose a password.')}</p>
      <div className="form-grid">
        <TextField name="first_name" label="First Name" />
        <TextField name="last_name" label="Last Name" />
        <TextField name="email" label="Email" />
        <TextField name="phone" label="Phone" />
        <SelectField name="role" label="Role" options={roleOptions} />
      </div>
    </StepForm>
  )
}
