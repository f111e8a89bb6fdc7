import type { UserRecord } from '@portal/contract/users/users.ts'
import type { FormHeadProps } from '../form/FormHead.tsx'
import { FormPage } from '../form/FormPage.tsx'
import { FormSection } from '../form/FormSection.tsx'
import type { RecordForm } from '../form/record-form.ts'
import type { Saver } from '../form/use-saving.ts'
import { AccessFields } from './AccessFields.tsx'
import { AccountActions } from './AccountActions.tsx'
import { AdminNote } from './AdminNote.tsx'
import { LevelFields } from './LevelFields.tsx'
import { OpenedScreens } from './OpenedScreens.tsx'
import { ProfileFields } from './ProfileFields.tsx'
import { UserHead } from './UserHead.tsx'
import type { UserCompany } from './use-companies.ts'
import { wizardSteps } from './user-form.ts'

type Props = FormHeadProps & { form: RecordForm; saver: Saver; user: UserRecord; company: UserCompany }

/** A user's page to read: who they are, then the wizard's first two steps as sections (UX-1). */
export function UserView({ user, company, ...page }: Props) {
  const { form, mode } = page
  const [profile, permission] = wizardSteps
  return (
    <FormPage {...page} intro={<UserHead user={user} />} actions={<AccountActions user={user} />}>
      <FormSection title={profile.label}>
        <ProfileFields form={form} company={company} />
        <AccessFields mode={mode} form={form} company={company} />
      </FormSection>
      <FormSection title={permission.label}>
        <AdminNote form={form} />
        <LevelFields form={form} kind={company.kind} />
        <OpenedScreens values={form.state.values} kind={company.kind} />
      </FormSection>
    </FormPage>
  )
}
