import { modules } from '@portal/contract/permissions.ts'
import { roleWords } from '@portal/contract/users/users-words.data.ts'
import { TextField } from '../form/fields/TextField.tsx'
import { useField } from '../form/form-context.ts'
import { lockMark } from '../form/lock-mark.tsx'
import type { RecordForm } from '../form/record-form.ts'
import { LocationFields } from '../pickers/LocationFields.tsx'
import { LookupSelect } from '../pickers/LookupSelect.tsx'
import { ChoiceBox } from '../ui/choice/ChoiceBox.tsx'
import { useTranslation } from '../ui/words/translation.ts'
import type { UserCompany } from './use-companies.ts'
import { levelsForRole } from './user-form.ts'

export type ProfileProps = { form: RecordForm; company: UserCompany }
export function ProfileFields({ form, company }: ProfileProps) {
  return (
    <>
      <TextField name="first_name" label="First Name" />
      <TextField name="last_name" label="Last Name" />
      <TextField name="email" label="Email" />
      <TextField name="phone" label="Phone" />
      <RoleField form={form} />
      <CompanyField company={company} />
      <LocationFields form={form} stateName="province" />
    </>
  )
}

function RoleField({ form }: { form: RecordForm }) {
  const { t } = useTranslation()
  const { value, set, input, lock } = useField<string | null>('role', 'Role')
  return (
    <ChoiceBox
      {...input}
      {...lockMark(lock)}
      data={Object.entries(roleWords).map(([key, word]) => ({ value: key, label: t(word) }))}
      value={value}
      onChange={(role) => {
        if (role === value) return
        set(role)
        for (const module of modules) form.change(module, levelsForRole(role))
      }}
      allowDeselect={false}
    />
  )
}

function CompanyField({ company }: { company: UserCompany }) {
  const { value, set, input, lock } = useField<string | null>('company', 'Company')
  return <LookupSelect {...input} required {...lockMark(lock)} {...company.lookup} value={value} onChange={set} />
}
